// Package convention reads, checks and mends messages written in the room
// convention: telegraphic lines under a header such as
//
//	v1 report limiter to lead n=9
//
// where a line that starts with one of eighteen reserved words means exactly
// what that word says, and every other line is a plain fact.
//
// It knows text, byte spans, reserved words, rule codes and fixes. It must
// never know terminals, networks, files, a clock or randomness of its own:
// the present moment, the seats of a room, token counts and verdicts about
// evidence are handed in through [Context].
//
// What holds:
//
//   - Every [Span] is a pair of byte offsets into the string as it was given,
//     on rune boundaries (an invalid byte counts as a rune of its own).
//   - [Parse] accepts any string, never fails, and takes time linear in it.
//   - A message whose n is wrong is data ([Message.Data]), and a message under
//     a broken header is [Broken]: neither obliges, answers, proves or decides.
//   - [Check] and [FixSafe] are functions of their arguments alone, and a [Checker]
//     says what [Check] says, whatever it has seen before.
//   - A fix, once applied, removes its diagnostic and adds none.
//
// All word lists are closed and English; text in any other script is carried
// unchanged and is never judged by them.
package convention
