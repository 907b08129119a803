import { Trouble } from '../processes.mjs'
import { eventsIn, hasChecksums, isIntact, type LogEvent, withoutChecksum } from './events'
import { type OpenPiece, openPiece, type PieceManifest, type PieceName } from './pieces'
import type { Position, Slice } from './server-log'

/** Input of a replay, in the order of the copied logs. */
export type Step =
  | { kind: 'piece'; manifest: PieceManifest }
  | { kind: 'description'; description: Buffer }
  /** `end`: position at which the next event starts. */
  | { kind: 'event'; event: LogEvent; end: Position }
  /** Comes after the events of the piece; each file must be read to its end. */
  | { kind: 'files'; files: ReturnType<OpenPiece['files']> }

/** The copies do not continue the backup; the message has the reason. */
export class CopiesEndError extends Error {}

/**
 * Reads pieces from a backup's position on.
 * @throws Trouble when a piece is missing or damaged, or none contains the position
 * @throws CopiesEndError when the copies start a new series after the position
 */
export async function* stepsFrom(pieces: PieceName[], from: Position): AsyncGenerator<Step> {
  let before: PieceManifest | null = null
  let isFound = false
  for (const { file } of pieces) {
    const piece = await openPiece(file)
    try {
      const { manifest } = piece
      if (before && manifest.begins !== null && isFound) throw new CopiesEndError(manifest.begins)
      if (before && manifest.begins === null) requireNext(before, manifest)
      yield { kind: 'piece', manifest }
      for await (const slice of piece.slices()) {
        const begin = isFound ? slice.position : holds(slice, from) ? from.position : null
        if (begin === null) continue
        isFound = true
        yield { kind: 'description', description: slice.description }
        yield* eventsFrom(slice, begin)
      }
      const files = piece.files()
      if (isFound) yield { kind: 'files', files }
      for await (const { content } of files) for await (const _ of content);
      before = manifest
    } finally {
      await piece.close()
    }
  }
  if (!isFound) {
    throw new Trouble(
      `The copied logs do not contain the moment of the backup (byte ${from.position} of ${from.log}): they begin after it, or come from another server.`,
    )
  }
}

const holds = (slice: Slice, at: Position) =>
  slice.log === at.log && slice.position <= at.position && at.position <= slice.end

/** @throws Trouble when a piece between the two is missing, or the second does not continue where the first ends */
function requireNext(before: PieceManifest, { number, slices }: PieceManifest): void {
  const [from, to] = [before.slices.at(-1), slices[0]]
  const goesOn = from?.log === to?.log && from?.end === to?.position && from?.stamp === to?.stamp
  if (number !== before.number + 1) throw new Trouble(`Piece ${before.number + 1} of the copied logs is missing.`)
  if (!goesOn) throw new Trouble(`Piece ${number} of the copied logs does not continue where the previous one ends.`)
}

function* eventsFrom(slice: Slice, begin: number): Generator<Step> {
  const { log, description, bytes, position } = slice
  const checksums = hasChecksums(description)
  let at = position
  for (const event of eventsIn(bytes)) {
    at += event.bytes.length
    if (checksums && !isIntact(event)) throw new Trouble(`The copied log ${log} is damaged before byte ${at}.`)
    if (at > begin) {
      yield { kind: 'event', event: checksums ? withoutChecksum(event) : event, end: { log, position: at } }
    }
  }
  if (at !== slice.end) throw new Trouble(`The copied log ${log} does not end at byte ${slice.end}.`)
}
