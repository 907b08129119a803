import { Trouble } from '../processes.mjs'
import { beginsTransaction, isIgnored, isRowEvent, isStandalone, type LogEvent, statementOf, types } from './events'
import { CopiesEndError, stepsFrom } from './log-reader'
import { listPieces, openPiece, type PieceManifest, type PieceName, piecesFrom } from './pieces'
import type { Position } from './server-log'
import { meaningOf } from './statements'

/** A verified replay: all its pieces were read, and its end is known. */
export interface ReplayPlan {
  pieces: PieceName[]
  from: Position
  /** Position after the last replayed transaction; null when there is none. */
  end: Position | null
  /** Server that wrote the logs. */
  server: PieceManifest['server']
  /** Name of the database in the logs. */
  database: string
  description: Buffer
  transactions: number
  /** Moment to restore: the database then contains everything committed before it, and nothing later. */
  moment: Date
  /** Reason why the copies break off; null when they reach the moment or simply end. */
  gap: string | null
}

export const formatIst = (at: Date) =>
  `${new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')} in India`

/**
 * Reads the copied logs from a backup's position up to a moment, without writing.
 * @param folder folder of the pieces
 * @param backup its start time and log position
 * @param until excludes commits at or after this time (to the second); null: up to the end of the copies
 * @throws Trouble when the copies have a gap before `until` or contain something that cannot be replayed
 */
export async function planReplay(
  folder: string,
  backup: { madeAt: string; log?: Position | null },
  until: Date | null,
): Promise<ReplayPlan> {
  const { log: from } = backup
  if (!from) {
    throw new Trouble(
      'The backup does not record a position in the binary log: the server wrote none then, or the account may not read it.',
    )
  }
  const madeAt = new Date(backup.madeAt)
  if (until && until < madeAt) {
    throw new Trouble(`The backup was made at ${formatIst(madeAt)}, after that moment: choose an earlier backup.`)
  }
  const pieces = await fromBeginning(piecesFrom(await listPieces(folder), madeAt), madeAt)
  if (pieces.length === 0) throw new Trouble(`There are no copied logs in ${folder}.`)
  const reader = new PlanReader(until)
  const manifests: PieceManifest[] = []
  let gap: string | null = null
  try {
    for await (const step of stepsFrom(pieces, from)) {
      if (step.kind === 'piece') {
        manifests.push(step.manifest)
        reader.database = step.manifest.database
      } else if (step.kind === 'description') reader.description ??= step.description
      else if (step.kind === 'event') reader.add(step.event, step.end)
      else {
        for await (const { content } of step.files) for await (const _ of content);
        // Reads on until the pieces contain all files stored before `until`: the last rows may name files that only a
        // later piece contains.
        if (until && new Date(manifests.at(-1)?.filesUntil ?? 0) >= until) break
      }
    }
  } catch (error) {
    if (!(error instanceof CopiesEndError)) throw error
    gap = error.message
  }
  const last = manifests.at(-1)
  if (!last || !reader.description) throw new Error('Steps without a piece')
  const reached = new Date(last.until)
  if (until && reached < until) {
    const why = gap ? ` After that they have a gap: ${gap}` : ''
    throw new Trouble(
      `The logs are copied only up to ${formatIst(reached)}.${why} Use --until last to restore up to there.`,
    )
  }
  const { end, database, description, transactions } = reader
  const moment = until ?? reached
  return {
    pieces: pieces.slice(0, manifests.length),
    from,
    end,
    server: last.server,
    database,
    description,
    transactions,
    moment,
    gap,
  }
}

/**
 * Keeps the pieces from the start of the last series that began before the backup. Earlier pieces belong to an older
 * series, in which the backup's log position does not apply.
 */
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

/** Finds the last transaction before a moment and checks that all transactions up to it can be replayed. */
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
      // The first event of a transaction has the time at which its COMMIT started.
      this.isOver = this.until !== null && event.time * 1000 >= this.until.getTime()
      this.isOpen = !isStandalone(event)
      return
    }
    const isRows = event.type === types.tableMap || isRowEvent(event)
    if (event.type === types.xid) this.complete(end)
    else if (event.type === types.query) this.addStatement(event, end)
    else if (!isRows && !isIgnored(event))
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

  private trouble({ time }: LogEvent, reason: string): Trouble {
    return new Trouble(
      `The log cannot be replayed beyond ${formatIst(new Date(time * 1000))}: ${reason}.\nUse --until to restore up to that moment or an earlier one.`,
    )
  }
}
