import { Readable } from 'node:stream'
import { type Connection, createConnection } from 'mysql2/promise'
import { connectionOptions } from '~/database/connection.server'
import { env } from '~/env.server'
import { fileStore } from '~/services/storage/file-store.server'
import { Trouble } from '../processes.mjs'
import {
  endingStatement,
  isOfRows,
  type LogEvent,
  type LoggedStatement,
  plainDescription,
  rowsOf,
  statementOf,
  tableMapOf,
  tableOf,
  types,
} from './events'
import { stepsFrom } from './log-reader'
import { inIndia, type ReplayPlan } from './plan-replay'
import { LogServer, type Position } from './server-log'
import { meaningOf } from './statements'

/** So many transactions of the log become one: each that waits for the disk takes milliseconds. */
const transactionsAtOnce = 200
/** Rows of one statement of a log go over in parts of this size, or a little more: the server takes no longer statement than its max_allowed_packet. */
const statementBytes = 1024 * 1024

/**
 * Tries what a replay begins with, which changes nothing.
 * @throws Trouble where the server is of another kind than the log's, and where the account may not replay
 */
export async function tryReplay({ server: kind, description }: ReplayPlan): Promise<void> {
  const server = await LogServer.connect()
  try {
    if (server.kind !== kind) {
      throw new Trouble(
        `The logs are of a ${kind}, and this server is a ${server.kind}: only the backup itself can be restored here.`,
      )
    }
    await server.connection
      .query(binlog([plainDescription(description)]))
      .catch((error: Error & { errno?: number }) => {
        if (error.errno !== 1227) throw error
        const right = kind === 'MariaDB' ? 'BINLOG REPLAY' : 'REPLICATION_APPLIER'
        throw new Trouble(
          `The account of DATABASE_URL may not replay logs. As the database's administrator, until it is restored: GRANT ${right} ON *.* TO the account`,
        )
      })
  } finally {
    server.close()
  }
}

const binlog = (events: Buffer[]) => `BINLOG '${Buffer.concat(events).toString('base64')}'`

/**
 * Does to the database of DATABASE_URL what the logs say was done to the one of the backup, up to the plan's end, and puts the copied files into
 * the store.
 * @param renamed tables that have another name meanwhile
 */
export async function replay(plan: ReplayPlan, renamed: Readonly<Record<string, string>>): Promise<void> {
  const connection = await createConnection(connectionOptions())
  try {
    await connection.query("SET NAMES utf8mb4, SESSION time_zone = '+00:00'")
    const player = new Player(connection, plan, renamed)
    for await (const step of stepsFrom(plan.pieces, plan.from)) {
      if (step.kind === 'description') await player.describe(step.description)
      else if (step.kind === 'event') await player.add(step.event, step.end)
      else if (step.kind === 'files') {
        for await (const { key, type, content } of step.files) {
          await fileStore().put(key, Readable.from(content), type)
        }
      }
    }
    await player.finish()
  } finally {
    connection.destroy()
  }
}

/** Plays the events of a log to a database, as the server's own replay does: rows as they are, statements that make tables by themselves. */
class Player {
  private isOver: boolean
  private isOpen = false
  private described: Buffer | undefined
  /** Transactions of the log in the open one. */
  private played = 0
  /** Of the statement whose rows come: its tables, null for one of another database, and the rows that were not sent yet. */
  private tables = new Map<number, Buffer | null>()
  private rows: Buffer[] = []
  private rowBytes = 0

  constructor(
    private readonly connection: Connection,
    private readonly plan: ReplayPlan,
    private readonly renamed: Readonly<Record<string, string>>,
  ) {
    this.isOver = plan.end === null
  }

  async describe(description: Buffer): Promise<void> {
    const plain = plainDescription(description)
    if (this.isOver || this.described?.equals(plain)) return
    this.described = plain
    // MySQL takes none within a transaction.
    await this.commit()
    await this.connection.query(binlog([plain]))
    // Behind a description MySQL expects the number of each transaction from the log.
    if (this.plan.server === 'MySQL') await this.connection.query("SET SESSION gtid_next = 'AUTOMATIC'")
  }

  async add(event: LogEvent, end: Position): Promise<void> {
    if (this.isOver) return
    try {
      if (event.type === types.tableMap) this.addTable(event)
      else if (isOfRows(event)) await this.addRows(event)
      else if (event.type === types.xid) await this.endTransaction()
      else if (event.type === types.query) await this.addStatement(event)
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      throw new Trouble(`The log could not be replayed at ${inIndia(new Date(event.time * 1000))}: ${said}`)
    }
    this.isOver = end.log === this.plan.end?.log && end.position === this.plan.end.position
  }

  /** @throws Trouble where the plan's end did not come */
  async finish(): Promise<void> {
    await this.commit()
    if (!this.isOver) throw new Trouble('The copied logs changed while they were replayed.')
  }

  private addTable(event: LogEvent): void {
    const { id, database, table } = tableOf(event)
    const isOurs = database === this.plan.database
    this.tables.set(id, isOurs ? tableMapOf(event, targetName(), this.renamed[table] ?? table) : null)
  }

  private async addRows(event: LogEvent): Promise<void> {
    const { tableId, endsStatement } = rowsOf(event)
    const table = this.tables.get(tableId)
    if (table === undefined && tableId !== noTable) throw new Error(`rows of a table that was not named (${tableId})`)
    if (table) {
      this.rows.push(event.bytes)
      this.rowBytes += event.bytes.length
    }
    if (endsStatement || this.rowBytes >= statementBytes) await this.sendRows()
    if (endsStatement) this.tables.clear()
  }

  private async sendRows(): Promise<void> {
    const last = this.rows.pop()
    if (!last) return
    const maps = [...this.tables.values()].filter((map) => map !== null)
    await this.begin()
    await this.connection.query(binlog([...maps, ...this.rows, endingStatement(last)]))
    this.rows = []
    this.rowBytes = 0
  }

  private async addStatement(event: LogEvent): Promise<void> {
    const statement = statementOf(event)
    const meaning = meaningOf(statement, this.plan.database)
    if (meaning === 'commit') await this.endTransaction()
    else if (meaning === 'savepoint') {
      await this.begin()
      await this.connection.query(statement.sql)
    } else if (meaning === 'run') {
      await this.commit()
      await this.run(statement, event.time)
    }
  }

  /** Under the settings of the session that it comes from. */
  private async run({ sql, sqlMode, foreignKeyChecks, uniqueChecks }: LoggedStatement, time: number): Promise<void> {
    const [keys, unique] = [foreignKeyChecks, uniqueChecks].map(Number)
    await this.connection.query(
      `SET SESSION sql_mode = ${sqlMode}, foreign_key_checks = ${keys}, unique_checks = ${unique}, timestamp = ${time}`,
    )
    await this.connection.query(sql)
    await this.connection.query('SET SESSION foreign_key_checks = 1, unique_checks = 1, timestamp = DEFAULT')
  }

  private async begin(): Promise<void> {
    if (!this.isOpen) await this.connection.query('START TRANSACTION')
    this.isOpen = true
  }

  private async endTransaction(): Promise<void> {
    this.played += 1
    if (this.played >= transactionsAtOnce) await this.commit()
  }

  private async commit(): Promise<void> {
    if (this.isOpen) await this.connection.query('COMMIT')
    this.isOpen = false
    this.played = 0
  }
}

/** The number of the table in an event that only ends a statement. */
const noTable = 0xffffff

const targetName = () => decodeURIComponent(new URL(env().DATABASE_URL).pathname.slice(1))
