// Package house holds the laws that keep this repository liveable: which package may import
// which, how long a file and a function may be, and what code must not do anywhere.
//
// It knows the import graph and the syntax of the repository's own Go files. It must never know
// what the packages are for: a law that needs the meaning of a package belongs to that package's
// tests. The laws are data (see [ImportTable], [SourceLaws]); the tests of this package hold them
// against the repository as it stands, and against small made-up graphs and files that break them,
// so that a check that cannot fail is noticed.
package house
