import { expect, it } from 'vitest'
import { maxImportBytes } from '~/models/entry/imports/options'
import { readImportForm } from '~/routes/school+/_shell+/__import-upload.server'

const post = (...parts: readonly [name: string, value: string | File][]) => {
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  return new Request('http://school.test/school/imports/new', { method: 'POST', body })
}
const file = (name: string, bytes: number | string) =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name)

it('reads the texts and the first file, and strips folders and invisible characters from the file’s name', async () => {
  const { form, file: read } = await readImportForm(
    post(
      ['kind', 'students'],
      ['file', file('homes/x/class\u202e 8.csv', 'a,b')],
      ['file', file('more.csv', 'c')],
      ['last', '1'],
    ),
  )
  expect([...form]).toEqual([
    ['kind', 'students'],
    ['last', '1'],
  ])
  expect(read).toEqual({ name: 'class 8.csv', bytes: new Uint8Array(Buffer.from('a,b')) })
})

it('reports a file that is too large for an import and still reads the fields after it', async () => {
  const large = await readImportForm(post(['file', file('a.csv', maxImportBytes + 30_000)], ['kind', 'students']))
  expect([large.file, large.form.get('kind')]).toEqual(['too-large', 'students'])
  const whole = await readImportForm(post(['file', file('a.csv', maxImportBytes)]))
  expect(whole.file).toMatchObject({ name: 'a.csv' })
})

it('accepts a form without a file in either encoding', async () => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const body =
    '--x\r\nContent-Disposition: form-data; name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--'
  const none = await readImportForm(new Request('http://school.test/', { method: 'POST', headers, body }))
  expect(none.file).toBeNull()
  const plain = new Request('http://school.test/', { method: 'POST', body: new URLSearchParams({ kind: 'students' }) })
  const read = await readImportForm(plain)
  expect([read.form.get('kind'), read.file]).toEqual(['students', null])
})

it('refuses a body that no upload form of the portal sends', async () => {
  const statusOf = (request: Request) => readImportForm(request).catch((thrown: Response) => thrown.status)
  const texts = Array.from({ length: 25 }, (_, n): [string, string] => [`field${n}`, 'x'])
  const files = [0, 1, 2].map((): [string, File] => ['file', file('a.csv', maxImportBytes)])
  expect(await statusOf(post(...texts))).toBe(413)
  expect(await statusOf(post(...files))).toBe(413)
  expect(await statusOf(post(['kind', 'x'.repeat(300_000)]))).toBe(413)
  expect(await statusOf(post(['__proto__', 'x']))).toBe(400)
  expect(await statusOf(new Request('http://school.test/', { method: 'POST', body: '{}' }))).toBe(415)
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  expect(await statusOf(new Request('http://school.test/', { method: 'POST', headers, body: 'garbage' }))).toBe(400)
})
