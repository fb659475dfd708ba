// Package transcript reads rooms from files and pipes: a client.Transport over one message of the protocol a line, or over
// another program's journal by a Map that names its fields.
//
// It knows files, lines and field names. It never knows the convention, the network or the screen.
//
// What holds:
//   - A line that cannot be read is reported with its number and left out; the rest is used. A source that holds something but
//     no message at all cannot be read (client.ErrUnreadable); an empty one is an empty room.
//   - Given sequences are kept, missing ones are one more than the highest so far. Lines out of order are put in order within a
//     window of some thousand messages; one that comes too late or whose sequence is taken is reported and left out. A hole
//     shows as a client.Gap, a beginning above 1 as a room that starts there. Messages without an id get "msg_" and their
//     sequence.
//   - Memory does not grow with the source.
//   - Followed, a file may be rotated (what follows goes on) or rewritten (everything is read anew and told as client.Rebuilt).
package transcript
