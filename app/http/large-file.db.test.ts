import type { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { database, number, text } from '~/database/database.server'
import { type Page, readToEnd, selectPage } from '~/kit/tables/select-page.server'
import { runForClient } from '~/services/programs/asker.server'
import { readRows } from '../../tests/factories/read'
import { csvOfList } from './list.server'

const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ')

/** Generated rows of one kilobyte each, numbered from 0. */
function manyRows(count: 10 | 1_000 | 100_000, mark = 'x') {
  const joined = Array.from({ length: Math.log10(count) }, (_, index) => `(${digits}) t${index}`)
  const value = joined.map((_, index) => `t${index}.d * ${10 ** index}`).join(' + ')
  const statement = {
    columns: { number: number(value), mark: text(':mark'), filler: text("REPEAT('x', 1000)") },
    from: joined.join(' CROSS JOIN '),
    order: [value],
    values: { mark },
  }
  return (slice: { page: number; pageSize: number }) => selectPage(statement, { descending: false, ...slice })
}

const columns = [{ label: 'Number', value: (row: { number: number }) => row.number }]

const asAccount = <T>(name: string, work: () => T, gone = new AbortController()) =>
  runForClient({ gone: () => gone.signal, account: { name, school: 'school 1' } }, work)

const statementsWith = async (mark: string) =>
  (
    await readRows<{ id: number }>(
      "SELECT id FROM information_schema.processlist WHERE info LIKE CONCAT('%', :mark, '%') AND info NOT LIKE '%processlist%'",
      { mark },
    )
  ).length

/** Records each connection taken from the pool, with the number of bytes that the connection had read at that time. */
function watchConnections() {
  const taken: { socket: Socket; before: number }[] = []
  const manager = database().connectionManager as unknown as {
    getConnection: (options: unknown) => Promise<{ stream: Socket }>
  }
  const real = manager.getConnection.bind(manager)
  const spy = vi.spyOn(manager, 'getConnection').mockImplementation(async (options) => {
    const connection = await real(options)
    taken.push({ socket: connection.stream, before: connection.stream.bytesRead })
    return connection
  })
  return { taken, restore: () => spy.mockRestore() }
}

it('reads each row of a list once and in order, with one statement and one count', async () => {
  const read = vi.fn(manyRows(1_000))
  const seen: number[] = []
  for await (const rows of readToEnd(read, 300)) seen.push(...rows.map((row) => row.number))
  expect(seen).toEqual(Array.from({ length: 1_000 }, (_, index) => index))
  expect(read).toHaveBeenCalledTimes(4)
  const whole: number[] = []
  for await (const rows of readToEnd(manyRows(1_000), 500)) whole.push(...rows.map((row) => row.number))
  expect(whole).toEqual(seen)
})

it('reads only a few rows ahead, and ends the statement when the reader disconnects', async () => {
  const { taken, restore } = watchConnections()
  const mark = `paused-reader-${process.pid}`
  const pages = readToEnd(manyRows(100_000, mark), 500)
  await pages.next()
  restore()
  const { socket, before = 0 } = taken.at(-1) ?? {}
  await expect.poll(() => socket?.isPaused()).toBe(true)
  const rowsAhead = ((socket?.bytesRead ?? 0) - before) / 1_000 - 500
  expect(rowsAhead).toBeGreaterThan(0)
  expect(rowsAhead).toBeLessThan(1_000)
  expect(await statementsWith(mark)).toBe(1)
  await pages.return()
  await expect.poll(() => statementsWith(mark)).toBe(0)
})

it('streams only the statement of the list, and runs other statements of the request as usual', async () => {
  const [long, short] = [manyRows(1_000), manyRows(10, 'other')]
  const others: Page<{ number: number }>[] = []
  const seen: number[] = []
  const read = async (slice: { page: number; pageSize: number }) => {
    const page = await long(slice)
    others.push(await short({ page: 1, pageSize: 3 }))
    return page
  }
  for await (const rows of readToEnd(read, 600)) seen.push(...rows.map((row) => row.number))
  expect(seen).toHaveLength(1_000)
  expect(others.map(({ rows, total }) => [rows.length, total])).toEqual([
    [3, 10],
    [3, 10],
  ])
})

it('makes one large file at a time for an account, refuses further requests, and never delays small files', async () => {
  const ask = () => asAccount('staff 1', () => csvOfList('list.csv', columns, manyRows(1_000)))
  const first = await ask()
  const refusals: string[] = []
  const others = [ask(), ask(), ask()].map((file) =>
    file.then(
      async (one) => (await one.text()).split('\r\n').length,
      (error) => refusals.push(error.code),
    ),
  )
  await expect.poll(() => refusals).toEqual(['own-share'])
  const small = await asAccount('staff 1', () => csvOfList('list.csv', columns, manyRows(10)))
  expect(await small.text()).toBe('Number\r\n0\r\n1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8\r\n9\r\n')
  await first.body?.cancel()
  expect((await Promise.all(others)).sort()).toEqual([1, 1_002, 1_002])
})

it('reports a failed statement before the file begins, and then allows the account its next large file', async () => {
  let pages = 0
  const read = (slice: { page: number; pageSize: number }) => {
    pages += 1
    if (pages > 1) throw new Error('away')
    return manyRows(1_000)(slice)
  }
  for (let time = 0; time < 3; time++) {
    pages = 0
    await expect(asAccount('staff 2', () => csvOfList('list.csv', columns, read))).rejects.toThrow('away')
  }
})
