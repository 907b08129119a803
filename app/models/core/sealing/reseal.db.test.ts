import { text as streamText } from 'node:stream/consumers'
import { afterAll, expect, it, vi } from 'vitest'

// Counts encrypted texts of the whole installation, so it needs a database of its own.
const owned = await vi.hoisted(async () =>
  (await import('../../../../tests/reliability/own-database')).ownDatabase({ hasNeighbour: false }),
)

import { closeDatabase, execute, inTransaction } from '~/database/database.server'
import { saveMapsBrowserKey, saveMapsKey } from '~/models/core/schools/settings.server'
import { readShapes } from '~/models/core/shared/row-shapes.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { sealTrace } from '~/models/entry/imports/undo/trace.server'
import { beginRemoval, writeSealed } from '~/models/entry/retention/seal-removed.server'
import { dropSealedFiles, sealFiles } from '~/models/entry/retention/sealed-files.server'
import { saveSection } from '~/models/people/students/describe/save-section.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { currentSession } from '../../../../tests/factories/academics'
import { checkFile } from '../../../../tests/factories/imports'
import { insert } from '../../../../tests/factories/insert'
import { makePaymentKeys } from '../../../../tests/factories/ledger'
import {
  addMessageAccount,
  makeMessageKeys,
  testReportToken,
  testVerifyToken,
} from '../../../../tests/factories/message-sandbox'
import { readRow, readRows } from '../../../../tests/factories/read'
import { makeRemoved } from '../../../../tests/factories/retention'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeSecondFactor } from '../../../../tests/factories/second-factor'
import { makeSecondPersonThings } from '../../../../tests/factories/second-person'
import { sandbox } from '../../../../tests/factories/shared-sandbox'
import { makeStudent } from '../../../../tests/factories/student'
import { sealedColumns } from './sealed-columns'

const keys = { before: process.env.APP_KEY ?? '', today: 'another-key-for-tests-0123456789abcdef' }

/** Simulates a process started with these keys. */
async function startedWith(APP_KEY: string, APP_KEY_OLD: string) {
  vi.resetModules()
  process.env.APP_KEY = APP_KEY
  process.env.APP_KEY_OLD = APP_KEY_OLD
  const [sealing, aadhaar, payments, messages, maps, factor, rows, kinds, requests, restore, database] =
    await Promise.all([
      import('./reseal.server'),
      import('~/models/people/students/aadhaar.server'),
      import('~/models/core/schools/payment-keys.server'),
      import('~/models/contact/message-setup/message-keys.server'),
      import('~/models/core/schools/find-maps.server'),
      import('~/models/people/accounts/second-factor/second-factor.server'),
      import('~/models/entry/imports/stored-rows.server'),
      import('~/models/entry/imports/kinds/registry.server'),
      import('~/models/people/second-person/requests.server'),
      import('~/models/entry/retention/restore-data.server'),
      import('~/database/database.server'),
    ])
  return {
    ...sealing,
    ...aadhaar,
    ...payments,
    ...messages,
    ...maps,
    ...requests,
    ...factor,
    ...rows,
    ...kinds,
    ...restore,
    close: database.closeDatabase,
  }
}

afterAll(async () => {
  await closeDatabase()
  await owned.giveBack()
})

const one = async (column: string, table: string) =>
  (await readRows<{ text: string }>(`SELECT ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL`))[0]?.text ??
  ''

it('reads texts encrypted with the previous key, re-encrypts them, and no longer needs that key', async () => {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const student = await makeStudent(school)
  const numbers = { father_aadhar: '234123412346', mother_aadhar: '987654321012', guardian_aadhar: '496812345675' }
  const names = { father_name: 'Rajesh Patel', mother_name: 'Hansa Patel', guardian_name: 'Anil Patel' }
  const typed = { ...names, ...numbers }
  expect(await saveSection(school.scope, student.publicId, 'parent', typed, 1)).toEqual({ ok: true, value: [] })
  await makePaymentKeys(school, { keyId: 'rzp_test_a1', keySecret: 'key-secret', webhookSecret: 'webhook-secret' })
  await execute(
    `UPDATE school_settings SET razorpay_webhook_secret_old = razorpay_webhook_secret,
       razorpay_webhook_secret_changed_at = UTC_TIMESTAMP(3) WHERE school_id = :id`,
    { id: school.id },
  )
  await saveMapsKey(school.scope, 'maps-key')
  await saveMapsBrowserKey(school.scope, 'maps-browser-key')
  const account = addMessageAccount(sandbox)
  await makeMessageKeys(school, account)
  await execute(
    `UPDATE message_settings SET sms_report_token_old = sms_report_token, sms_report_token_changed_at = UTC_TIMESTAMP(3),
       whatsapp_app_secret_old = whatsapp_app_secret, whatsapp_app_secret_changed_at = UTC_TIMESTAMP(3)
     WHERE school_id = :id`,
    { id: school.id },
  )
  const codeKey = await makeSecondFactor(owner)
  const file = await checkFile(school.scope, {
    sessionPublicId: (await currentSession(school)).publicId,
    file: `Enrollment number,First name,Last name,Gender,Date of birth,Category,Father name,Mother name,Mobile,Address,Class,Father Aadhaar
NEW-1,Diya,Mehta,F,14/06/2015,General,Nilesh Mehta,Komal Mehta,9825012345,v1.${'x'.repeat(40)},6,234123412346
NEW-2,Kabir,Mehta,M,31/02/2016,General,Nilesh Mehta,Komal Mehta,9825012345,7 Shanti Nagar,6,987654321012
`,
  })
  expect(file.state).toBe('checked')
  await sealTrace(school.scope, file.id, { units: [{ name: 't1', entries: [] }], general: {} })
  const { own: requestId } = await makeSecondPersonThings(school, owner, student)
  // A text that neither key decrypts, as after an earlier change without APP_KEY_OLD.
  const lost = await makeStudent(school)
  await execute('UPDATE guardians SET father_aadhar = :text WHERE student_id = :id', {
    id: lost.id,
    text: `v1.${'A'.repeat(60)}`,
  })
  // Data removed by retention is sealed, a file's bytes under a separate key.
  const removed = await makeRemoved(school, owner)
  const run = await readRow<{ id: number }>('SELECT id FROM retention_runs WHERE public_id = :run', removed)
  const gone = await readRow<{ id: number }>('SELECT id FROM students WHERE public_id = :student', removed)
  const paper = newStorageKey('documents', 'pdf')
  await fileStore().put(paper, Buffer.from('a paper'), 'application/pdf')
  const paperId = await insert('files', {
    school_id: school.id,
    student_id: gone?.id ?? 0,
    storage_key: paper,
    visibility: 'student',
    state: 'kept',
    content_type: 'application/pdf',
    file_name: 'a.pdf',
    size_bytes: 7,
    created_at: new Date(),
  })
  const shapes = await readShapes()
  await inTransaction(async () => {
    const removal = beginRemoval(owner.scope, { id: run?.id ?? 0 }, 'documents', shapes)
    await dropSealedFiles(removal, new Map([[paperId, `student:${gone?.id}`]]))
    await writeSealed(removal)
  })
  await sealFiles({ schoolId: school.id, runId: run?.id ?? 0 })
  await closeDatabase()

  const opens = async (started: Awaited<ReturnType<typeof startedWith>>) => {
    for (const field of ['father_aadhar', 'mother_aadhar', 'guardian_aadhar'] as const)
      expect(started.openAadhaar(field, student.id, await one(field, 'guardians'))).toBe(numbers[field])
    expect(await started.findPaymentKeys(school.scope)).toEqual({ keyId: 'rzp_test_a1', keySecret: 'key-secret' })
    expect(await started.webhookSecrets(school.scope)).toEqual(['webhook-secret', 'webhook-secret'])
    expect(await started.channelsOf(school.scope)).toEqual(['whatsapp', 'sms'])
    const { app_secret: appSecret } = account.whatsapp
    expect(await started.findReportSecrets(school.scope)).toMatchObject({
      smsTokens: [testReportToken, testReportToken],
      appSecrets: [appSecret, appSecret],
      verifyToken: testVerifyToken,
    })
    expect(await started.findMaps(school.scope)).toMatchObject({ key: 'maps-key', browserKey: 'maps-browser-key' })
    expect(started.openCodeKey(owner.id, await one('totp_key', 'staff_factors'))).toBe(codeKey)
    const rows = await readRows<{ cells: string }>('SELECT cells FROM import_rows ORDER BY line')
    const { columns } = started.kindOfImport('students')
    const read = rows.map(({ cells }) => started.unpackTexts(cells, columns, file.id, { secrets: true }))
    expect(read.map((row) => row.father_aadhar)).toEqual(['234123412346', '987654321012'])
    expect(await started.findRequest(school.scope, requestId)).toMatchObject({ payload: { before: '' } })
  }
  const sum = (counts: ReadonlyArray<{ today: number; before: number; neither: number }>) =>
    counts.reduce(
      (all, { today, before, neither }) => ({
        today: all.today + today,
        before: all.before + before,
        neither: all.neither + neither,
      }),
      { today: 0, before: 0, neither: 0 },
    )

  const changing = await startedWith(keys.today, keys.before)
  await opens(changing)
  const before = await changing.countSealed(systemScope())
  expect(before.map(({ name }) => name)).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`))
  for (const { name, before: count } of before) expect(count, name).toBeGreaterThan(0)
  const texts = sum(before).before
  // Runs concurrently, like two workers that start at once.
  await Promise.all([changing.resealAll(systemScope()), changing.resealAll(systemScope())])
  // `neither` counts the lost number, and the address that only looks like an encrypted text.
  expect(sum(await changing.countSealed(systemScope()))).toEqual({ today: texts, before: 0, neither: 2 })
  await changing.close()

  const changed = await startedWith(keys.today, '')
  await opens(changed)
  const which = { runId: run?.id ?? 0, studentId: gone?.id ?? 0 }
  expect(await changed.restoreStudent(owner.scope, which, { reason: 'mistake', keepNewer: false })).toMatchObject({
    ok: true,
  })
  const back = await fileStore().get(paper)
  expect(back && (await streamText(back.stream))).toBe('a paper')
  await changed.close()
  const old = await startedWith(keys.before, '')
  expect(() => old.openAadhaar('father_aadhar', student.id, 'v1.AAAA')).toThrow()
  expect(await old.canPayOnline(school.scope)).toBe(false)
  await old.close()
})
