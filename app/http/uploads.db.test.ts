import { randomBytes } from 'node:crypto'
import pdfmake, { type DocumentDefinition } from 'pdfmake'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { execute } from '~/database/database.server'
import { inTransaction } from '~/database/transaction.server'
import { keepFile } from '~/models/core/files/keep-file.server'
import { keepReceived } from '~/models/core/files/keep-received.server'
import { type FileRule, fileShare, storedFileBytes } from '~/models/core/files/receive-file.server'
import { takeQuota } from '~/models/core/shared/quota.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { runForClient } from '~/services/programs/asker.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { readRows } from '../../tests/factories/read'
import { makeSchool } from '../../tests/factories/school'
import { makeStudent } from '../../tests/factories/student'
import { parseUploadForm } from './uploads.server'

pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(() => false)

const messages = { wrongType: () => 'wrong type', tooLarge: () => 'too large' }
const rules: Record<'photo' | 'papers', FileRule> = {
  photo: { types: ['jpeg', 'png'], maxBytes: 300_000, folder: 'photos', visibility: 'student', messages },
  papers: { types: ['pdf', 'png'], maxBytes: 200_000, max: 3, folder: 'documents', visibility: 'student', messages },
}
const schema = z.object({ name: z.string({ error: 'missing' }), after: z.string().optional() })
const expired = 'This file is no longer here; choose it again'

type Part = [name: string, value: string | { name: string; bytes: Uint8Array; type?: string }]

function post(parts: Part[]): Request {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new File([value.bytes as BlobPart], value.name, { type: value.type ?? 'image/png' }))
  }
  return new Request('http://school.test/form', { method: 'POST', body: form })
}

async function send(scope: SchoolScope | StudentScope, parts: Part[], studentId?: number) {
  const parsed = await parseUploadForm(post(parts), scope, schema, rules, { studentId: studentId ?? null })
  if (parsed.ok) return { ok: true as const, files: parsed.files, errors: {}, typed: {} as Record<string, unknown> }
  const { error, initialValue } = parsed.reply().data
  return { ok: false as const, errors: error ?? {}, typed: initialValue ?? {} }
}

const picture = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#204060' } })
const png = await picture().png().toBuffer()
const jpeg = await picture()
  .jpeg()
  .withExif({ IFD0: { Copyright: 'hidden words' } })
  .toBuffer()
const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\n%%EOF')

async function stored(key: string): Promise<Buffer> {
  const found = await fileStore().get(key)
  return Buffer.concat(await (found?.stream.toArray() ?? []))
}

it('accepts valid files, re-encodes pictures and keeps PDFs unchanged', async () => {
  const { scope } = await makeSchool()
  const sent = await send(scope, [
    ['photo', { name: 'pictures/Asha "1"<b>.jpeg', bytes: jpeg }],
    ['name', 'Asha'],
    ['papers', { name: 'mark sheet.pdf', bytes: pdf }],
    ['papers', { name: 'ગુણપત્રક.png', bytes: png }],
  ])
  if (!sent.ok) throw new Error(JSON.stringify(sent.errors))
  const [photo] = sent.files.photo
  expect(photo).toMatchObject({ fileName: 'Asha 1b.jpg', contentType: 'image/jpeg' })
  expect(photo?.key).toMatch(/^photos\/[0-9a-f]{30}\.jpg$/)
  const bytes = await stored(photo?.key ?? '')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 })
  expect(bytes.includes('hidden words')).toBe(false)
  expect(sent.files.papers.map((file) => file.fileName)).toEqual(['mark sheet.pdf', 'ગુણપત્રક.jpg'])
  expect(await stored(sent.files.papers[0]?.key ?? '')).toEqual(pdf)
})

it('shows an error beside the field when the storage of an unapproved school is full', async () => {
  const { id, scope } = await makeSchool({ approved: false })
  expect(
    await send(scope, [
      ['photo', { name: 'a.png', bytes: png }],
      ['name', 'Asha'],
    ]),
  ).toMatchObject({ ok: true })
  await execute('UPDATE files SET size_bytes = 100000000 WHERE school_id = :id', { id })
  const { ok, errors } = await send(scope, [
    ['photo', { name: 'b.png', bytes: png }],
    ['name', 'Asha'],
  ])
  expect([ok, errors]).toEqual([
    false,
    {
      photo: [
        'Until the operator approves the school, it can keep 100 MB of files. Send the form without this file, and add it later',
      ],
    },
  ])
})

describe('parseUploadForm', () => {
  const script = '<script>alert(1)</script>'
  const cases: Array<[string, Uint8Array, string]> = [
    ['an HTML page named .png', Buffer.from(`<!doctype html>${script}`), 'wrong type'],
    ['an SVG named .png', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`), 'wrong type'],
    ['a PDF named .png in a photo field', pdf, 'wrong type'],
    ['a program', Buffer.concat([Buffer.from('MZ'), randomBytes(400)]), 'wrong type'],
    ['a ZIP', Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(200)]), 'wrong type'],
    ['plain words', Buffer.from('hello'), 'wrong type'],
    ['random bytes', randomBytes(2000), 'wrong type'],
    ['a picture cut in the middle', png.subarray(0, 60), 'This file cannot be read; choose another one'],
    [
      'only the first bytes of a picture',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      'This file cannot be read; choose another one',
    ],
    ['0 bytes', new Uint8Array(0), 'This file is empty; choose another one'],
    ['one byte over the limit', Buffer.concat([png, Buffer.alloc(300_001 - png.length)]), 'too large'],
    ['far over the limit', Buffer.concat([png, Buffer.alloc(8_000_000)]), 'too large'],
  ]
  it.each(cases)('refuses %s, and keeps the other typed values and files', async (_about, bytes, message) => {
    const { scope } = await makeSchool()
    const sent = await send(scope, [
      ['papers', { name: 'good.pdf', bytes: pdf }],
      ['photo', { name: 'x.png', bytes }],
      ['name', 'Asha'],
      ['after', 'typed after the file'],
    ])
    expect(sent.errors).toEqual({ photo: [message] })
    expect(sent.typed).toMatchObject({ name: 'Asha', after: 'typed after the file' })
    expect(sent.typed.papers_received).toMatch(/^documents\/[0-9a-f]{30}\.pdf good\.pdf$/)
  })

  it('refuses a PDF that opens only with a password, and keeps the other file', async () => {
    const { scope } = await makeSchool()
    const lock = { content: [], version: '1.7ext3', userPassword: 'MEEN2015' } as const
    const locked = await pdfmake.createPdf(lock as unknown as DocumentDefinition).getBuffer()
    const sent = await send(scope, [
      ['papers', { name: 'e-aadhaar.pdf', bytes: locked }],
      ['photo', { name: 'x.png', bytes: png }],
      ['name', 'Asha'],
    ])
    expect(sent.errors).toEqual({
      papers: ['This PDF opens only with a password. Print or save it as a PDF without one, and choose that file'],
    })
    expect(sent.typed).toMatchObject({ name: 'Asha' })
    expect(sent.typed.papers_received).toBeUndefined()
    expect(sent.typed.photo_received).toMatch(/^photos\/[0-9a-f]{30}\.jpg x\.jpg$/)
  })

  it('accepts a file of exactly the maximum size', async () => {
    const { scope } = await makeSchool()
    const full = Buffer.concat([pdf, Buffer.alloc(200_000 - pdf.length, 0x20)])
    const sent = await send(scope, [
      ['name', 'x'],
      ['papers', { name: 'full.pdf', bytes: full }],
    ])
    expect(sent.ok && sent.files.papers[0]?.sizeBytes).toBe(200_000)
  })

  it('stores only the picture of a file, without scripts that are appended to it', async () => {
    const { scope } = await makeSchool()
    const polyglot = Buffer.concat([png, Buffer.from(`<html>${script}</html><?php system("id") ?>`)])
    const sent = await send(scope, [
      ['name', 'x'],
      ['photo', { name: '../../x.php', bytes: polyglot }],
    ])
    if (!sent.ok) throw new Error(JSON.stringify(sent.errors))
    expect(sent.files.photo[0]?.fileName).toBe('x.jpg')
    expect((await stored(sent.files.photo[0]?.key ?? '')).toString('latin1')).not.toMatch(/script|php/)
  })

  it('refuses a decompression bomb: a small file that is a huge picture', async () => {
    const { scope } = await makeSchool()
    const bomb = await picture(9000, 9000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(300_000)
    const sent = await send(scope, [
      ['name', 'x'],
      ['photo', { name: 'bomb.png', bytes: bomb }],
    ])
    expect(sent.errors).toEqual({ photo: ['This file cannot be read; choose another one'] })
  })

  it('accepts no more files than the field allows', async () => {
    const { scope } = await makeSchool()
    const many = Array.from({ length: 4 }, (_, n): Part => ['papers', { name: `${n}.pdf`, bytes: pdf }])
    const sent = await send(scope, [['name', 'x'], ...many])
    expect(sent.errors).toEqual({ papers: ['Choose at most 3 files'] })
    expect(sent.typed.papers_received).toHaveLength(3)
  })

  it('ignores files in fields without file rules', async () => {
    const { scope } = await makeSchool()
    const sent = await send(scope, [
      ['name', 'x'],
      ['other', { name: 'x.png', bytes: png }],
    ])
    expect(sent.ok).toBe(true)
    expect(await readRows('SELECT id FROM files WHERE school_id = :schoolId', { schoolId: scope.schoolId })).toEqual([])
  })

  it.each([
    ['no boundary', 'multipart/form-data', '', 400],
    ['garbage', 'multipart/form-data; boundary=x', 'garbage', 400],
    [
      'an unfinished part',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nz',
      400,
    ],
    [
      'a field name that JavaScript reserves',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nz\r\n--x--\r\n',
      400,
    ],
    ['JSON', 'application/json', '{}', 415],
  ])('answers %s (type %s, body %s) with status %i', async (_about, type, body, status) => {
    const { scope } = await makeSchool()
    const request = new Request('http://school.test/form', { method: 'POST', headers: { 'Content-Type': type }, body })
    const thrown = await parseUploadForm(request, scope, schema, rules).catch((error) => error)
    expect(thrown).toHaveProperty('status', status)
  })

  it('does not read a body over 50 MB', async () => {
    const { scope } = await makeSchool()
    const request = post([['name', 'x']])
    request.headers.set('Content-Length', String(51 * 1024 * 1024))
    const thrown = await parseUploadForm(request, scope, schema, rules).catch((error) => error)
    expect(thrown).toHaveProperty('status', 413)
    expect(request.bodyUsed).toBe(false)
  })
})

describe('a file that came with a failed form', () => {
  it('is included in the next try, once per form', async () => {
    const school = await makeSchool()
    const student = await makeStudent(school)
    const failed = await send(school.scope, [['photo', { name: 'a.png', bytes: png }]], student.id)
    expect(failed.errors).toEqual({ name: ['missing'] })
    const reference = String(failed.typed.photo_received)
    const again = await send(
      school.scope,
      [
        ['name', 'x'],
        ['photo_received', reference],
      ],
      student.id,
    )
    if (!again.ok) throw new Error(JSON.stringify(again.errors))
    const keys = again.files.photo.map((file) => file.key)
    expect(keys).toEqual([reference.split(' ')[0]])
    const keep = () => inTransaction(() => keepReceived(school.scope, keys, { studentId: student.id }))
    expect(await keep()).toHaveLength(1)
    expect(await keep()).toBeNull()
    const late = await send(
      school.scope,
      [
        ['name', 'x'],
        ['photo_received', reference],
      ],
      student.id,
    )
    expect(late.errors).toEqual({ photo: [expired] })
  })

  it('is replaced by a new one when the field allows one file', async () => {
    const { scope } = await makeSchool()
    const failed = await send(scope, [['photo', { name: 'a.png', bytes: png }]])
    const again = await send(scope, [
      ['name', 'x'],
      ['photo', { name: 'b.png', bytes: png }],
      ['photo_received', String(failed.typed.photo_received)],
    ])
    expect(again.ok && again.files.photo.map((file) => file.fileName)).toEqual(['b.jpg'])
  })

  it('is not accepted for another school, student or field', async () => {
    const [school, other] = [await makeSchool(), await makeSchool()]
    const [asha, ravi] = [await makeStudent(school), await makeStudent(school)]
    const failed = await send(school.scope, [['photo', { name: 'a.png', bytes: png }]], asha.id)
    const reference = String(failed.typed.photo_received)
    const claim = (scope: SchoolScope | StudentScope, field: string, studentId?: number) =>
      send(
        scope,
        [
          ['name', 'x'],
          [`${field}_received`, reference],
        ],
        studentId,
      )
    expect((await claim(other.scope, 'photo')).errors).toEqual({ photo: [expired] })
    expect((await claim(school.scope, 'photo', ravi.id)).errors).toEqual({ photo: [expired] })
    expect((await claim(ravi.scope, 'photo', asha.id)).errors).toEqual({ photo: [expired] })
    expect((await claim(school.scope, 'papers', asha.id)).errors).toEqual({ papers: [expired] })
    expect((await claim(asha.scope, 'photo')).ok).toBe(true)
    const key = reference.split(' ')[0] ?? ''
    expect(await inTransaction(() => keepReceived(other.scope, [key], { studentId: null }))).toBeNull()
    expect(await inTransaction(() => keepReceived(ravi.scope, [key], { studentId: asha.id }))).toBeNull()
  })
})

it('shows an error beside the field when a student’s storage is full, and keeps the typed values', async () => {
  const asha = await makeStudent(await makeSchool())
  const file = { key: newStorageKey('documents', 'pdf'), fileName: 'a.pdf', contentType: 'application/pdf' }
  await inTransaction(() =>
    keepFile(asha.scope, { ...file, visibility: 'student', sizeBytes: storedFileBytes.ofStudent }),
  )
  const sent = await send(asha.scope, [
    ['name', 'Asha'],
    ['papers', { name: 'mark sheet.pdf', bytes: pdf }],
  ])
  expect(sent).toMatchObject({
    ok: false,
    typed: { name: 'Asha' },
    errors: { papers: [expect.stringMatching(/^The school has no more room for files/)] },
  })
})

it('limits a student’s files per day, including concurrent forms, and keeps the typed values', async () => {
  const school = await makeSchool()
  const asha = await makeStudent(school)
  const room = (kilobytes: number) => takeQuota(`files:student:${asha.id}`, fileShare.student, 24 * 3600, kilobytes)
  await room(fileShare.student - 2)
  const sent = await Promise.all(
    Array.from({ length: 6 }, () =>
      send(asha.scope, [
        ['name', 'Asha'],
        ['papers', { name: 'mark sheet.pdf', bytes: pdf }],
      ]),
    ),
  )
  expect(sent.filter((one) => one.ok)).toHaveLength(2)
  const refused = sent.find((one) => !one.ok)
  expect(refused?.errors.papers?.[0]).toMatch(/^Too many files have been sent/)
  expect(refused?.typed).toMatchObject({ name: 'Asha' })
  // The daily limit does not apply to the office.
  const office = await send(
    school.scope,
    [
      ['name', 'A'],
      ['papers', { name: 'a.pdf', bytes: pdf }],
    ],
    asha.id,
  )
  expect(office.ok).toBe(true)
})

it('checks once per form whether the sender may upload, and stores nothing when refused', async () => {
  const { scope } = await makeSchool()
  const asked: boolean[] = []
  const answer = async (may: boolean) => {
    const parts: Part[] = [
      ['name', 'Asha'],
      ['papers', { name: 'a.pdf', bytes: pdf }],
      ['papers', { name: 'b.pdf', bytes: pdf }],
    ]
    const mayBringFiles = async () => {
      asked.push(may)
      return may
    }
    return parseUploadForm(post(parts), scope, schema, rules, { mayBringFiles })
  }
  expect((await answer(true)).ok).toBe(true)
  const refused = await answer(false)
  expect(refused.ok).toBe(false)
  expect(JSON.stringify(refused.ok ? '' : refused.reply().data)).not.toContain('papers_received')
  expect(asked).toEqual([true, false])
})

it('refuses and discards a file when a required box is not ticked', async () => {
  const { id, scope } = await makeSchool()
  let isAsked = false
  const papers = {
    ...rules.papers,
    tick: { name: 'papers_masked', isAsked: async () => isAsked, missing: () => 'not masked' },
  }
  const sendPapers = async (...parts: Part[]) => {
    const form = await parseUploadForm(post([['name', 'Asha'], ...parts]), scope, schema, { papers })
    if (form.ok) return form.files.papers.map(({ fileName }) => fileName)
    const { error, initialValue } = form.reply().data
    return { error, typed: initialValue }
  }
  const card: Part = ['papers', { name: 'card.pdf', bytes: pdf }]
  const files = async () =>
    (await readRows<{ key: string }>('SELECT storage_key AS `key` FROM files WHERE school_id = :id', { id })).map(
      ({ key }) => key,
    )
  expect(await sendPapers(card)).toEqual(['card.pdf'])
  const [before = ''] = await files()

  isAsked = true
  const refused = await sendPapers(card)
  expect(refused).toMatchObject({ error: { papers: ['not masked'] }, typed: { name: 'Asha' } })
  expect(refused).not.toHaveProperty('typed.papers_received')
  expect(await files()).toEqual([before])
  // The required tick also applies to a file received earlier: without it, the file is deleted.
  expect(await sendPapers(['papers_received', `${before} card.pdf`])).toMatchObject({
    error: { papers: ['not masked'] },
  })
  expect(await files()).toEqual([])
  expect(await fileStore().get(before)).toBeNull()
  expect(await sendPapers(card, ['papers_masked', 'yes'])).toEqual(['card.pdf'])
  expect(await sendPapers()).toEqual([])
})

it('re-encodes one picture at a time, serves senders in turn, and asks a sender of too many pictures to retry', async () => {
  const { scope } = await makeSchool()
  const photo: Part = ['photo', { name: 'me.png', bytes: png }]
  const sendAs = (name: string) =>
    runForClient({ gone: () => new AbortController().signal, account: { name, school: 'school 1' } }, () =>
      send(scope, [['name', 'Asha'], photo]),
    )
  const ended: string[] = []
  const note = async (name: string) => {
    const { ok, errors } = await sendAs(name)
    ended.push(ok ? name : `${name}: ${JSON.stringify(errors)}`)
  }
  const all = [...Array.from({ length: 80 }, () => note('busy account')), note('other account')]
  await Promise.all(all)
  const refused = ended.filter((one) => one.startsWith('busy account:'))
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused)).toEqual(
    new Set([
      'busy account: {"photo":["We are generating many documents right now. Please try again in a minute. Nothing is lost."]}',
    ]),
  )
  const drawn = ended.filter((one) => !one.includes(':'))
  // The two accounts take turns: the other account does not wait for all pictures of the busy one.
  expect(drawn.indexOf('other account')).toBeLessThan(drawn.length - 10)
})
