// Package tuitest drives the whole terminal interface in a test: real keys in
// as bytes, a real screen out, on the fake time of a synctest bubble.
//
// It knows a program, an emulated terminal and a scripted room. Everything has
// to run inside of testing/synctest; after each step the program is idle, so
// that what the screen shows is what it will go on showing.
package tuitest
