import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { unique } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../tests/factories/school'
import { checkAgain, chooseColumns, commitImport, startImport } from './imports.server'
import { importQuotas } from './options'

const file = { name: 'teachers.csv', bytes: Buffer.from('Employee Number,First Name,Last Name\nT1,Asha,Patel\n') }

async function upload(school: MadeSchool, formKey = `form-${unique()}`) {
  const how = { kind: 'teachers', sessionPublicId: null, createsClasses: false, sectionCapacity: 60 } as const
  const started = await startImport((await makeStaff(school)).scope, { ...how, file, formKey })
  return started.ok ? 'taken' : started.reason
}

const finish = (school: MadeSchool, state: string) =>
  execute('UPDATE imports SET state = :state WHERE school_id = :id', { state, id: school.id })

it('accepts unfinished imports up to the school’s limit, and another one after each that finishes', async () => {
  for (const [approved, max] of [
    [true, importQuotas.approved.activeImports],
    [false, importQuotas.waiting.activeImports],
  ] as const) {
    const school = await makeSchool({ approved })
    for (let taken = 0; taken < max; taken++) expect(await upload(school)).toBe('taken')
    expect(await upload(school)).toBe('busy')
    expect(await upload(await makeSchool({ approved }))).toBe('taken')
    await finish(school, 'checked')
    expect(await upload(school)).toBe('taken')
  }
})

it('enforces the import limit when an import is checked again or run', async () => {
  const school = await makeSchool({ approved: false })
  expect(await upload(school)).toBe('taken')
  await finish(school, 'checked')
  expect(await upload(school)).toBe('taken')
  const [{ publicId } = { publicId: '' }] = await readRows<{ publicId: string }>(
    "SELECT public_id AS publicId FROM imports WHERE school_id = :id AND state = 'checked'",
    { id: school.id },
  )
  const { scope } = await makeStaff(school)
  const busy = { ok: false, reason: 'busy' }
  const set = (values: string) =>
    execute(`UPDATE imports SET ${values} WHERE school_id = :id AND public_id = :publicId`, { id: school.id, publicId })
  await set('new_rows = 1')
  expect(await chooseColumns(scope, publicId, {})).toEqual(busy)
  expect(await commitImport(scope, publicId, { onlyValid: true })).toEqual(busy)
  await set("state = 'failed', stopped_because = 'gave-up'")
  expect(await checkAgain(scope, publicId)).toEqual(busy)
  await execute("UPDATE imports SET state = 'done' WHERE school_id = :id AND state = 'checking'", { id: school.id })
  expect(await checkAgain(scope, publicId)).toMatchObject({ ok: true })
})

it('enforces the import limit on concurrent uploads', async () => {
  const school = await makeSchool()
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(school)))
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(importQuotas.approved.activeImports)
  expect(await readRows('SELECT id FROM files WHERE school_id = :id', { id: school.id })).toHaveLength(
    importQuotas.approved.activeImports,
  )
})

it('creates one import for a form that is submitted twice', async () => {
  const school = await makeSchool({ approved: false })
  const formKey = `form-${unique()}`
  expect([await upload(school, formKey), await upload(school, formKey)]).toEqual(['taken', 'taken'])
  expect(await readRows('SELECT id FROM imports WHERE school_id = :id', { id: school.id })).toHaveLength(1)
})

it('refuses an upload that exceeds the limit of stored bytes', async () => {
  const school = await makeSchool({ approved: false })
  expect(await upload(school)).toBe('taken')
  await finish(school, 'checked')
  const size = (bytes: number) =>
    execute('UPDATE files SET size_bytes = :bytes WHERE school_id = :id', { bytes, id: school.id })
  await size(importQuotas.waiting.storedBytes - 10)
  expect(await upload(school)).toBe('full')
  await size(importQuotas.waiting.storedBytes - 10_000)
  expect(await upload(school)).toBe('taken')
})
