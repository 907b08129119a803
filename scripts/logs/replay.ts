import { Readable } from 'node:stream'
import { type Connection, createConnection } from 'mysql2/promise'
import { connectionOptions } from '~/database/database.server'
import { env } from '~/env.server'
import { fileStore } from '~/services/storage/file-store.server'
import { Trouble } from '../processes.mjs'
import {
  isRowEvent,
  type LogEvent,
  type LoggedStatement,
  markEndOfStatement,
  plainDescription,
  readRowEvent,
  readTableMap,
  renameTable,
  statementOf,
  types,
} from './events'
import { stepsFrom } from './log-reader'
import { formatIst, type ReplayPlan } from './plan-replay'
import { LogServer, type Position } from './server-log'
import { meaningOf } from './statements'

/** Number of logged transactions replayed as one, because each commit syncs the disk, which takes milliseconds. */
const transactionsAtOnce = 200
/**
 * Approximate size at which the rows of a logged statement are split: a statement must fit the server's
 * max_allowed_packet.
 */
const statementBytes = 1024 * 1024

/**
 * Tries the first step of a replay, which changes nothing.
 * @throws Trouble when the logs come from the other kind of server, or the account may not replay
 */
export async function tryReplay({ server: kind, description }: ReplayPlan): Promise<void> {
  const server = await LogServer.connect()
  try {
    if (server.kind !== kind) {
      throw new Trouble(
        `The logs come from ${kind}, but this server is ${server.kind}: only the backup itself can be restored here.`,
      )
    }
    await server.connection
      .query(binlog([plainDescription(description)]))
      .catch((error: Error & { errno?: number }) => {
        if (error.errno !== 1227) throw error
        const right = kind === 'MariaDB' ? 'BINLOG REPLAY' : 'REPLICATION_APPLIER'
        throw new Trouble(
          `The account of DATABASE_URL may not replay logs. As an administrator of the database, grant it this right until the restore is done: GRANT ${right} ON *.* TO the account`,
        )
      })
  } finally {
    server.close()
  }
}

const binlog = (events: Buffer[]) => `BINLOG '${Buffer.concat(events).toString('base64')}'`

/**
 * Replays the logged changes of the backup's database into the database of DATABASE_URL, up to the plan's end, and puts
 * the copied files into the store.
 * @param renamed tables that currently have another name
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

/**
 * Applies log events to a database as the server's own replay does: sends rows as they were logged, and runs each
 * statement that creates or alters tables on its own.
 */
class Player {
  private isOver: boolean
  private isOpen = false
  private described: Buffer | undefined
  /** Logged transactions in the open transaction. */
  private played = 0
  /** Tables of the current statement (null for those of another database) and its rows that are not sent yet. */
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
    // MySQL accepts a format description only outside a transaction.
    await this.commit()
    await this.connection.query(binlog([plain]))
    // After a description MySQL expects each transaction's GTID from the log.
    if (this.plan.server === 'MySQL') await this.connection.query("SET SESSION gtid_next = 'AUTOMATIC'")
  }

  async add(event: LogEvent, end: Position): Promise<void> {
    if (this.isOver) return
    try {
      if (event.type === types.tableMap) this.addTable(event)
      else if (isRowEvent(event)) await this.addRows(event)
      else if (event.type === types.xid) await this.endTransaction()
      else if (event.type === types.query) await this.addStatement(event)
    } catch (error) {
      const errorText = error instanceof Error ? error.message : String(error)
      throw new Trouble(`The log could not be replayed at ${formatIst(new Date(event.time * 1000))}: ${errorText}`)
    }
    this.isOver = end.log === this.plan.end?.log && end.position === this.plan.end.position
  }

  /** @throws Trouble when the plan's end was not reached */
  async finish(): Promise<void> {
    await this.commit()
    if (!this.isOver) throw new Trouble('The copied logs changed while they were being replayed.')
  }

  private addTable(event: LogEvent): void {
    const { id, database, table } = readTableMap(event)
    const isOurs = database === this.plan.database
    this.tables.set(id, isOurs ? renameTable(event, targetName(), this.renamed[table] ?? table) : null)
  }

  private async addRows(event: LogEvent): Promise<void> {
    const { tableId, endsStatement } = readRowEvent(event)
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
    await this.connection.query(binlog([...maps, ...this.rows, markEndOfStatement(last)]))
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

  /** Runs a statement with the settings of its original session. */
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

/** Table id in an event that only ends a statement. */
const noTable = 0xffffff

const targetName = () => decodeURIComponent(new URL(env().DATABASE_URL).pathname.slice(1))
