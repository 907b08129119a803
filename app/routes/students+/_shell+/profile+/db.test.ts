import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { countQueries, execute } from '~/database/database.server'
import { recogniseFile } from '~/models/core/files/recognise-file.server'
import { sections } from '~/models/people/students/options'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { signedInStudent } from '../../../../../tests/factories/accounts'
import { stopClocks } from '../../../../../tests/factories/days'
import { makeChangeRequest } from '../../../../../tests/factories/people'
import { picture } from '../../../../../tests/factories/pictures'
import { readRows } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { type MadeStudent, makeStudent } from '../../../../../tests/factories/student'
import { action, loader } from './index'

stopClocks()

const address = (search = '') => `http://localhost:3000/students/profile${search}`

const password = 'Neem-tree-by-the-well-8'

async function asha() {
  const student = await makeStudent(await makeSchool(), { password })
  await makeEnrollment(student)
  const { cookie } = await signedInStudent(student)
  return { student, cookie }
}

/** Posts a form with a file like a browser; returns the status and the messages by field. */
async function post(cookie: string, tab: string, fields: Record<string, string | File>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const request = new Request(address(`?tab=${tab}`), { method: 'POST', headers: { cookie }, body })
  const answer = await action({ request, params: {}, context: {} })
  if (answer instanceof Response) return { status: answer.status, errors: {}, typed: {} }
  const { result } = answer.data
  return { status: answer.init?.status, errors: result.error ?? {}, typed: result.initialValue ?? {} }
}

const formOf = (student: MadeStudent) => ({
  version: '1',
  first_name: student.firstName,
  last_name: student.lastName,
  father_name: student.fatherName,
  mother_name: student.motherName,
  date_of_birth: student.dateOfBirth,
  category: student.category,
  gender: student.gender,
  mobile_number: student.mobileNumber,
  email: student.email ?? '',
  address: 'Typed beside the photo',
})

it("shows each tab in at most six SQL statements, and 404 for another student's id", async () => {
  const { student, cookie } = await asha()
  await makeChangeRequest(student)
  const open = (search: string) =>
    countQueries(() =>
      loader({ request: new Request(address(search), { headers: { cookie } }), params: {}, context: {} }),
    )
  for (const tab of sections) {
    const { value, count } = await open(`?tab=${tab}&id=${student.publicId}`)
    expect(value.tab).toBe(tab)
    expect(count).toBeLessThanOrEqual(5)
    expect(JSON.stringify(value)).not.toContain('_aadhar_end')
  }
  expect((await open('?tab=parent')).value.decided).toMatchObject([
    { field: 'father_name', waiting: { newValue: 'Rajeshbhai Patel' } },
    { field: 'mother_name', waiting: null },
  ])
  const classmate = await makeStudent({ id: student.schoolId } as Parameters<typeof makeStudent>[0])
  await expect(open(`?id=${classmate.publicId}`)).rejects.toHaveProperty('status', 404)
  await expect(open('?id=nobody')).rejects.toHaveProperty('status', 404)
})

it('requires a file in the documents tab', async () => {
  const { cookie } = await asha()
  const { status, errors } = await post(cookie, 'documents', { version: '1' })
  expect(status).toBe(422)
  expect(errors).toEqual({ '': ['Choose a file'] })
})

/** Builds a PNG header that claims a size which its few bytes do not have. */
async function hugePicture(): Promise<Buffer> {
  const png = await picture(8, 8).png().toBuffer()
  png.writeUInt32BE(20_000, 16)
  png.writeUInt32BE(20_000, 20)
  return png
}

/** Builds a complete black and white PNG: a few kilobytes that hold millions of pixels. */
function wholePicture(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\n%%EOF')
const notImage = 'Please upload an image file'
it('shows the error of the current password beside its field, keeps the input and never returns the password', async () => {
  const { student, cookie } = await asha()
  const form = { ...formOf(student), mobile_number: '9876500001', note: 'A new phone' }
  const missing = await post(cookie, 'student', form)
  expect(missing).toMatchObject({ status: 422, errors: { current_password: ['Current password is required'] } })
  expect(missing.typed).toMatchObject({ mobile_number: '9876500001', address: form.address, note: 'A new phone' })
  for (const wrong of ['not-it', '1999-01-01', 'नीम-tree-🌳', ' '.repeat(8)]) {
    const { status, errors, typed } = await post(cookie, 'student', { ...form, current_password: wrong })
    expect(status).toBe(422)
    expect(Object.keys(errors)).toEqual(['current_password'])
    expect(typed).toMatchObject({ mobile_number: '9876500001' })
    expect(typed).not.toHaveProperty('current_password')
    await execute("DELETE FROM throttles WHERE bucket LIKE 'own-password:%'", {})
  }
  for (let n = 0; n < 3; n++) await post(cookie, 'student', { ...form, current_password: 'not-it' })
  const slowed = await post(cookie, 'student', { ...form, current_password: password })
  expect(slowed.errors).toEqual({
    current_password: ['There were too many wrong passwords. Wait 1 second, then try again.'],
  })
  await execute("DELETE FROM throttles WHERE bucket LIKE 'own-password:%'", {})
  expect(await post(cookie, 'student', { ...form, current_password: password })).toMatchObject({ status: 303 })
  // Unchanged values need no password, even if a browser filled one in.
  const same = { ...form, version: '2', address: '12 New Road' }
  expect(await post(cookie, 'student', { ...same, current_password: 'not-it' })).toMatchObject({ status: 303 })
})

/**
 * Error message of the form for documents for a wrong file type (student specification, section 5). For a damaged
 * picture, this form shows the same message as the form for the profile.
 */
const wrongKind = 'Choose a JPEG or PNG picture'
const tooLarge = 'Image size should be less than 5MB'
const limit = 5 * 1024 * 1024

it('refuses hostile photos in both forms that accept one, keeps the input, stores nothing and uses no memory', async () => {
  const { student, cookie } = await asha()
  const jpeg = await picture(40, 30).jpeg().toBuffer()
  const gif = await picture(4, 4).gif().toBuffer()
  const grown = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)])
  const corpus: Array<[string, Buffer, string]> = [
    ['exactly 5 MB.jpg', grown(limit), tooLarge],
    ['5 MB and a byte.jpg', grown(limit + 1), tooLarge],
    ['a PDF.jpg', pdf, notImage],
    ['a GIF that is a script.gif', Buffer.from('GIF89a/*\u0001\u0000*/=1;alert(1)//;'), notImage],
    ['a GIF with a page behind.gif', Buffer.concat([gif, Buffer.from('<script>alert(1)</script>')]), notImage],
    ['a head of 20,000 × 20,000.png', await hugePicture(), notImage],
    ['an SVG.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), notImage],
    ['cut.jpg', jpeg.subarray(0, 100), notImage],
  ]
  for (const [name, bytes, message] of corpus) {
    const photo = new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
    const profile = await post(cookie, 'student', { ...formOf(student), student_photo: photo })
    expect(profile, name).toMatchObject({ status: 422, errors: { student_photo: [message] } })
    expect(profile.typed).toMatchObject({ address: 'Typed beside the photo' })
    const documents = await post(cookie, 'documents', { version: '1', student_photo: photo })
    const [said] = documents.errors.student_photo ?? []
    expect(message === notImage ? [notImage, wrongKind] : [message], name).toContain(said)
  }
  const files = await readRows('SELECT id FROM files WHERE student_id = :id', { id: student.id })
  expect(files).toEqual([])
})

it('refuses a real picture of 20,000 × 20,000 before unpacking it', async () => {
  const { student, cookie } = await asha()
  const bomb = wholePicture(20_000)
  expect(bomb.length).toBeLessThan(limit)
  expect(await recogniseFile(bomb)).toBe('png')
  const unpacked = vi.spyOn(sharp.prototype, 'toBuffer')
  const photo = new File([new Uint8Array(bomb)], 'wall.png', { type: 'image/png' })
  const answer = await post(cookie, 'student', { ...formOf(student), student_photo: photo })
  expect(answer.errors).toEqual({ student_photo: [notImage] })
  // Its header was enough to refuse it: unpacked, the picture would need 400 MB.
  await expect(unpacked.mock.results[0]?.value).rejects.toThrow('exceeds pixel limit')
  unpacked.mockRestore()
})

it('explains the upload limit of 50 MB, and ignores fields that only the office may set', async () => {
  const { student, cookie } = await asha()
  const request = new Request(address('?tab=documents'), {
    method: 'POST',
    headers: { cookie, 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': String(51 * 1024 * 1024) },
    body: '--x--\r\n',
  })
  const answer = await action({ request, params: {}, context: {} })
  expect(answer).toMatchObject({
    data: { result: { error: { '': [expect.stringContaining('All files together can be at most 50 MB')] } } },
    init: { status: 422 },
  })
  const stolen = { rte: 'on', nic_id: 'N-9', sr_no: 'S-9', enrollment_number: 'E-9', student_id: '1', status: 'left' }
  expect(await post(cookie, 'student', { ...formOf(student), ...stolen })).toMatchObject({ status: 303 })
  const admission = { admission_number: 'A-9', admission_date: '2020-01-01', roll_number: '1', section: 'Z' }
  const academic = { version: '2', admission_class: '5', medium: 'Hindi', ...admission }
  expect(await post(cookie, 'academic', academic)).toMatchObject({ status: 303 })
  const [row] = await readRows(
    `SELECT s.rte, s.nic_id AS nicId, s.sr_no AS srNo, s.enrollment_number AS number, s.status,
       a.admission_number AS admission FROM students s JOIN academic_infos a ON a.student_id = s.id WHERE s.id = :id`,
    { id: student.id },
  )
  expect(row).toEqual({
    rte: 0,
    nicId: null,
    srNo: null,
    number: student.enrollmentNumber,
    status: 'active',
    admission: null,
  })
})
