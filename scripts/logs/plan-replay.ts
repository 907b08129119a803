import { Trouble } from '../processes.mjs'
import { beginsTransaction, isOfRows, isPassedOver, isStandalone, type LogEvent, statementOf, types } from './events'
import { CopiesEnd, stepsFrom } from './log-reader'
import { listPieces, openPiece, type PieceManifest, type PieceName, piecesFrom } from './pieces'
import type { Position } from './server-log'
import { meaningOf } from './statements'

/** A replay that was read through: all of it is there, and its end is known. */
export interface ReplayPlan {
  pieces: PieceName[]
  from: Position
  /** Behind the last transaction that is replayed; null where there is none. */
  end: Position | null
  /** The server that wrote the logs. */
  server: PieceManifest['server']
  /** The database's name in the logs. */
  database: string
  description: Buffer
  transactions: number
  /** The restored moment: what was committed before it is there, and nothing else. */
  moment: Date
  /** Why the copies have no more; null where they do, or simply end. */
  gap: string | null
}

/** A moment in words: the day and the clock of India. */
export const inIndia = (at: Date) =>
  `${new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')} in India`

/**
 * Reads the copied logs from a backup's position to a moment, and writes nothing.
 * @param folder where the pieces lie
 * @param backup when it was begun, and where the log was then
 * @param until what was committed at it or later is left out (to the second); null: as far as the copies reach
 * @throws Trouble where the copies do not reach that far without a gap, and where they have what cannot be replayed
 */
export async function planReplay(
  folder: string,
  backup: { madeAt: string; log?: Position | null },
  until: Date | null,
): Promise<ReplayPlan> {
  const { log: from } = backup
  if (!from) {
    throw new Trouble(
      'The backup does not say where the binary log was: the server wrote none then, or the account may not ask for it.',
    )
  }
  const madeAt = new Date(backup.madeAt)
  if (until && until < madeAt) {
    throw new Trouble(`The backup was made at ${inIndia(madeAt)}, after that moment: take an earlier one.`)
  }
  const pieces = await fromBeginning(piecesFrom(await listPieces(folder), madeAt), madeAt)
  if (pieces.length === 0) throw new Trouble(`There are no copied logs in ${folder}.`)
  const reader = new PlanReader(until)
  const seen: PieceManifest[] = []
  let gap: string | null = null
  try {
    for await (const step of stepsFrom(pieces, from)) {
      if (step.kind === 'piece') {
        seen.push(step.manifest)
        reader.database = step.manifest.database
      } else if (step.kind === 'description') reader.description ??= step.description
      else if (step.kind === 'event') reader.add(step.event, step.end)
      else {
        for await (const { content } of step.files) for await (const _ of content);
        // Files that the last rows name may be in a later piece.
        if (until && new Date(seen.at(-1)?.filesUntil ?? 0) >= until) break
      }
    }
  } catch (error) {
    if (!(error instanceof CopiesEnd)) throw error
    gap = error.message
  }
  const last = seen.at(-1)
  if (!last || !reader.description) throw new Error('Steps without a piece')
  const reached = new Date(last.until)
  if (until && reached < until) {
    const why = gap ? ` Behind that they have a gap: ${gap}` : ''
    throw new Trouble(`The logs are copied up to ${inIndia(reached)} only.${why} With --until last that is restored.`)
  }
  const { end, database, description, transactions } = reader
  const moment = until ?? reached
  return {
    ...{ pieces: pieces.slice(0, seen.length), from, end, server: last.server, database, description },
    ...{ transactions, moment, gap },
  }
}

/** Without the pieces before the copies last began anew ahead of the backup: their server's positions are others. */
async function fromBeginning(pieces: PieceName[], madeAt: Date): Promise<PieceName[]> {
  let first = 0
  for (const [index, { file, at }] of pieces.entries()) {
    if (at > madeAt) break
    const piece = await openPiece(file)
    await piece.close()
    if (piece.manifest.begins !== null) first = index
  }
  return pieces.slice(first)
}

/** Finds the last transaction before a moment, and that all until there can be replayed. */
class PlanReader {
  database = ''
  description: Buffer | undefined
  end: Position | null = null
  transactions = 0
  private isOver = false
  private isOpen = false

  constructor(private readonly until: Date | null) {}

  add(event: LogEvent, end: Position): void {
    if (this.isOver) return
    if (beginsTransaction(event)) {
      // Of the transaction's own first event: when its COMMIT began.
      this.isOver = this.until !== null && event.time * 1000 >= this.until.getTime()
      this.isOpen = !isStandalone(event)
      return
    }
    const isRows = event.type === types.tableMap || isOfRows(event)
    if (event.type === types.xid) this.complete(end)
    else if (event.type === types.query) this.addStatement(event, end)
    else if (!isRows && !isPassedOver(event))
      throw this.trouble(
        event,
        `it has an event of type ${event.type} (are log_bin_compress and binlog_transaction_compression off?)`,
      )
  }

  private addStatement(event: LogEvent, end: Position): void {
    let meaning: ReturnType<typeof meaningOf>
    try {
      meaning = meaningOf(statementOf(event), this.database)
    } catch (error) {
      throw error instanceof Trouble ? this.trouble(event, error.message) : error
    }
    if (meaning === 'begin') this.isOpen = true
    else if (meaning === 'commit' || !this.isOpen) this.complete(end)
  }

  private complete(end: Position): void {
    this.end = end
    this.transactions += 1
    this.isOpen = false
  }

  private trouble({ time }: LogEvent, what: string): Trouble {
    return new Trouble(
      `The log cannot be replayed beyond ${inIndia(new Date(time * 1000))}: ${what}.\nRestore until that moment with --until, or one before.`,
    )
  }
}
