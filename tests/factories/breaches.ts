import { randomUUID } from 'node:crypto'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { BreachTexts } from '~/models/entry/breaches/breach-fields'
import { breaches, recordReport, saveBreachText } from '~/models/entry/breaches/cases.server'
import { acknowledgeBreach } from '~/models/entry/breaches/notices.server'
import { choosePeople } from '~/models/entry/breaches/people.server'
import { momentOfDay } from '~/models/entry/breaches/rules'
import { requestSending, sendBreachNotices } from '~/models/entry/breaches/send.server'
import { insert, unique } from './insert'
import { readRow } from './read'
import type { MadeSchool, MadeStaff } from './school'
import type { MadeStudent } from './student'

/** Texts in English, and in Gujarati on request. */
export function breachWords({ gujarati = false } = {}): BreachTexts {
  const text = (en: string, gu: string) => (gujarati ? { en, gu } : { en })
  return {
    nature: text(
      'On 12 June a laptop of the office with lists of students was stolen on the bus.',
      '૧૨ જૂને બસમાં કાર્યાલયનું લેપટોપ ચોરાયું, જેમાં વિદ્યાર્થીઓની યાદી હતી.',
    ),
    consequences: text(
      'Strangers may know names and telephone numbers, and call in the name of the school.',
      'અજાણ્યા લોકો નામ અને ફોન નંબર જાણી શકે, અને શાળાના નામે ફોન કરી શકે.',
    ),
    measures: text(
      'The disk is locked by a password. The police were told, and all passwords of the office were changed.',
      'લેપટોપ પાસવર્ડથી બંધ છે. પોલીસને જાણ કરી છે, અને કાર્યાલયના બધા પાસવર્ડ બદલ્યા છે.',
    ),
    steps: text(
      'Tell nobody a password on the telephone, and ask at the office when somebody asks for money.',
      'ફોન પર કોઈને પાસવર્ડ ન કહો, અને કોઈ પૈસા માંગે તો કાર્યાલયમાં પૂછો.',
    ),
    contact: text('Farida Shaikh, 079 2657 1234', 'ફરીદા શેખ, ૦૭૯ ૨૬૫૭ ૧૨૩૪'),
  }
}

export interface MadeBreach {
  id: number
  publicId: string
  version: number
}

export async function makeBreach(
  scope: SchoolScope,
  { title = 'Stolen laptop', noticedOn = '2026-04-02', words = breachWords() as BreachTexts | null } = {},
): Promise<MadeBreach> {
  const made = await breaches.create(scope, randomUUID(), {
    title,
    noticedOn,
    noticedMinute: 570,
    nature: 'A laptop of the office was stolen on the bus.',
    extent: 'Names, classes and telephone numbers',
    happened: '12 June, in the afternoon',
    location: 'Bus 11, Ahmedabad',
    cause: 'Theft by a person who is not known',
    measures: 'Passwords changed',
    remedies: 'Laptops stay at the school',
  })
  if (!made.ok) throw new Error('No case was opened')
  if (words) {
    const saved = await saveBreachText(scope, made.value, 1, words)
    if (!saved.ok) throw new Error(saved.reason)
  }
  const row = await readRow<MadeBreach>(
    'SELECT id, public_id AS publicId, version FROM breach_cases WHERE public_id = :id',
    { id: made.value },
  )
  if (!row) throw new Error('The case is gone')
  return row
}

/** Adds students to the affected people of a case. */
export async function addAffectedStudents(
  scope: SchoolScope,
  breach: MadeBreach,
  students: readonly MadeStudent[],
): Promise<void> {
  const numbers = students.map(({ enrollmentNumber }) => enrollmentNumber).join('\n')
  const chosen = await choosePeople(scope, breach.publicId, { numbers, section: null, everybody: false, act: 'add' })
  if (!chosen.ok) throw new Error(chosen.reason)
}

/** Notifies all affected people, as the worker does. */
export async function notifyAffected(scope: SchoolScope, breach: MadeBreach): Promise<void> {
  const asked = await requestSending(scope, breach.publicId)
  if (!asked.ok) throw new Error(asked.reason)
  await sendBreachNotices(scope, breach.id)
}

/** Returns the public id of a student's notice. */
export async function noticeOf(breach: MadeBreach, student: Pick<MadeStudent, 'id'>): Promise<string> {
  const row = await readRow<{ id: string }>(
    'SELECT public_id AS id FROM breach_people WHERE case_id = :breach AND student_id = :student',
    { breach: breach.id, student: student.id },
  )
  return row?.id ?? ''
}

/** Creates an address that is marked as bounced. */
export async function makeBouncedAddress(school: Pick<MadeSchool, 'id'>, address: string): Promise<string> {
  const now = new Date()
  const publicId = newPublicId()
  const row = {
    public_id: publicId,
    school_id: school.id,
    to_address: address,
    bounced_at: now,
    created_at: now,
    updated_at: now,
  }
  await insert('mail_addresses', { ...row, bounce_reason: '550 5.1.1 user unknown' })
  return publicId
}

/** Data behind the pages of breaches and mail. */
export type BreachThings = Awaited<ReturnType<typeof makeBreachThings>>

export async function makeBreachThings({ scope, ...school }: MadeSchool, student: MadeStudent) {
  const words = breachWords()
  const breach = await makeBreach(scope, { title: `Stolen laptop ${unique()}`, words })
  await addAffectedStudents(scope, breach, [student])
  const toldBefore = await makeBreach(scope, { title: `Wrong file ${unique()}`, words })
  await addAffectedStudents(scope, toldBefore, [student])
  await notifyAffected(scope, toldBefore)
  return {
    breach: breach.publicId,
    version: breach.version,
    toClose: toldBefore.publicId,
    notice: await noticeOf(toldBefore, student),
    mailAddress: await makeBouncedAddress(school, `gone.${unique()}@family.test`),
  }
}

/**
 * Creates a case of the demo school: sent, partly read, with reports to the authorities, a bounced address and an
 * unsubscribed one.
 */
export async function makeDemoBreach({ scope }: MadeStaff, students: readonly MadeStudent[]): Promise<void> {
  const breach = await makeBreach(scope, {
    title: 'Stolen laptop of the office',
    words: breachWords({ gujarati: true }),
  })
  // Leaves the first two students unaffected, so that the home page of Asha, the demo's student, shows no breach.
  const affected = students.slice(2, 8)
  await addAffectedStudents(scope, breach, affected)
  await notifyAffected(scope, breach)
  for (const one of affected.slice(0, 3)) await acknowledgeBreach(one.scope, await noticeOf(breach, one))
  for (const [to, minute, reference] of [
    ['cert_in', 660, 'CERTIn-2026-114'],
    ['board', 690, 'DPB/2026/77'],
  ] as const) {
    const told = await recordReport(scope, breach.publicId, { to, at: momentOfDay('2026-04-02', minute), reference })
    if (!told.ok) throw new Error(told.reason)
  }
  await makeBouncedAddress({ id: scope.schoolId }, 'old.address@demo.shala.test')
}
