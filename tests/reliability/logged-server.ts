import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Connection, createConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise'
import { startDatabase } from '../../scripts/database.mjs'
import { unique } from '../factories/insert'

/** A database server that writes a binary log. */
export interface LoggedServer {
  isMySql: boolean
  /**
   * Creates an empty database with an account, which has exactly the rights that docs/operators.md names. Returns the
   * database's name and address.
   */
  makeDatabase: () => Promise<{ name: string; url: string }>
  /** Grants additional rights to all accounts that `makeDatabase` created. */
  grant: (rights: string) => Promise<void>
  asAdministrator: <Answer>(work: (ask: Asked) => Promise<Answer>) => Promise<Answer>
  /** Sends kill -9 to the server. */
  kill: () => Promise<void>
  startAgain: () => Promise<void>
  /** Stops the server and removes its data. On a shared MySQL test server: drops only what `makeDatabase` created. */
  destroy: () => Promise<void>
}

type Asked = (sql: string, values?: unknown[]) => Promise<RowDataPacket[]>

const tableRights = 'SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES'
const flags = ['--log-bin=shala-bin', '--binlog-format=ROW', '--server-id=7', '--innodb-doublewrite=0']

/** Starts a new MariaDB server, or uses the MySQL test server in `npm run test:mysql`. */
export async function loggedServer(): Promise<LoggedServer> {
  const given = process.env.TEST_DATABASE_URL ?? ''
  const isMySql = (await on(given, (ask) => ask('SELECT VERSION() AS version, @@log_bin AS log'))).some(
    ({ version, log }) => !/mariadb/i.test(version) && log === 1,
  )
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-logged-'))
  let server = isMySql ? null : await startDatabase(folder, { everyRight: true, flags })
  const url = server?.url ?? given
  const account = `'clerk_${unique()}'@'127.0.0.1'`
  const made: string[] = []
  const asAdministrator: LoggedServer['asAdministrator'] = (work) => on(url, work)
  await asAdministrator((ask) => ask(`CREATE USER ${account} IDENTIFIED BY 'for-tests-only'`))
  return {
    isMySql,
    asAdministrator,
    makeDatabase: async () => {
      const name = `shala_${unique()}`
      made.push(name)
      await asAdministrator(async (ask) => {
        await ask(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`)
        await ask(`GRANT ${tableRights} ON ${name}.* TO ${account}`)
      })
      const address = new URL(url)
      address.username = account.split("'")[1] ?? ''
      address.password = 'for-tests-only'
      address.pathname = `/${name}`
      return { name, url: address.href }
    },
    grant: async (rights) => {
      await asAdministrator((ask) => ask(`GRANT ${rights} ON *.* TO ${account}`))
    },
    kill: async () => {
      if (!server) return
      process.kill(server.pid, 'SIGKILL')
      await server.gone
    },
    startAgain: async () => {
      if (server) server = await startDatabase(folder, { everyRight: true, flags, port: server.port })
    },
    destroy: async () => {
      if (server) await server.stop()
      else
        await asAdministrator(async (ask) => {
          for (const name of made) await ask(`DROP DATABASE IF EXISTS ${name}`)
        })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function on<Answer>(url: string, work: (ask: Asked) => Promise<Answer>): Promise<Answer> {
  const connection = await createConnection({ uri: url, timezone: 'Z', dateStrings: true })
  try {
    return await work(async (sql, values) => (await connection.query<RowDataPacket[]>(sql, values))[0])
  } finally {
    await connection.end()
  }
}

/**
 * An office that keeps taking money: one transaction writes each payment with its receipt and the receipt's stored
 * file.
 */
export class Office {
  private constructor(
    private readonly connection: Connection,
    private readonly samples: Record<'payments' | 'receipts' | 'files', Record<string, unknown>>,
    private number: number,
  ) {}

  static async open(url: string): Promise<Office> {
    const connection = await createConnection({ uri: url, timezone: 'Z', dateStrings: true })
    const sample = async (sql: string) => {
      const [[row]] = await connection.query<RowDataPacket[]>(sql)
      if (!row) throw new Error(`No row: ${sql}`)
      const [made] = await connection.query<RowDataPacket[]>(
        `SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS
         WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND GENERATION_EXPRESSION <> ''`,
        [/FROM (\w+)/.exec(sql)?.[1]],
      )
      const without = ['id', ...made.map(({ name }) => name)]
      return Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name)))
    }
    const receipts = await sample('SELECT * FROM receipts ORDER BY id DESC LIMIT 1')
    return new Office(
      connection,
      {
        receipts,
        payments: await sample(`SELECT * FROM payments WHERE id = ${receipts.payment_id}`),
        files: await sample('SELECT * FROM files WHERE thumbnail_of IS NULL ORDER BY id LIMIT 1'),
      },
      Math.max(100_000, Number(receipts.number)),
    )
  }

  /** @returns the receipt's number, after its commit */
  async takeMoney(storageKey: string): Promise<number> {
    this.number += 1
    const { number } = this
    const id = () => `t${String(number).padStart(11, '0')}`
    await this.connection.beginTransaction()
    const fileId = await this.add('files', { storage_key: storageKey, created_at: await this.now() })
    const paymentId = await this.add('payments', { public_id: id(), form_key: id(), transaction_id: `LOGS-${number}` })
    await this.add('receipts', { public_id: id(), payment_id: paymentId, number, file_id: fileId })
    await this.connection.commit()
    return number
  }

  async ask(sql: string): Promise<RowDataPacket[]> {
    return (await this.connection.query<RowDataPacket[]>(sql))[0]
  }

  private async now(): Promise<string> {
    const [row] = await this.ask('SELECT CAST(UTC_TIMESTAMP(3) AS CHAR) AS now')
    return row?.now
  }

  /** Waits for the next second of the server's clock, to separate commits before and after it. @returns that second */
  async nextSecond(): Promise<Date> {
    const second = async () => (await this.ask('SELECT UNIX_TIMESTAMP() AS now'))[0]?.now as number
    const begun = await second()
    let now = begun
    while (now === begun) now = await second()
    return new Date(now * 1000)
  }

  private async add(table: 'payments' | 'receipts' | 'files', changes: Record<string, unknown>): Promise<number> {
    const row = { ...this.samples[table], ...changes }
    const [{ insertId }] = await this.connection.query<ResultSetHeader>(`INSERT INTO ${table} SET ?`, [row])
    return insertId
  }

  close(): void {
    this.connection.destroy()
  }
}
