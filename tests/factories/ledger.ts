import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { encrypt } from '~/services/secrets/secrets.server'
import { currentSession, type MadeSession } from './academics'
import { insert } from './insert'
import type { MadeSchool } from './school'
import type { MadeStudent } from './student'

export interface MadeDue {
  id: number
  publicId: string
  sessionId: number
  amountPaise: number
  concessionPaise: number
  finePaise: number
  /** Amount − concession + fine, in paise. */
  owedPaise: number
  dueOn: string
}

// Source ids of dues that have no real source: far above the ids of real instalments.
let sources = 9_000_000_000

/**
 * Creates a due of a fee instalment in the current session, by default ₹12,500 in ten days. `parts` are the heads on
 * its receipt and must sum to the amount; the default is tuition and computer fee, 4 to 1. Backdates the due's creation
 * to 30 days before the due date, unless that is in the future, so that a late fine counts from the due date.
 */
export async function makeDue(
  student: MadeStudent,
  overrides: {
    session?: MadeSession
    name?: string
    title?: string
    dueOn?: string
    amountPaise?: number
    concessionPaise?: number
    finePaise?: number
    kind?: 'fee' | 'hostel' | 'transport' | 'vehicle' | 'order' | 'opening'
    sourceId?: number
    parts?: Array<{ name: string; amountPaise: number }>
  } = {},
): Promise<MadeDue> {
  const session = overrides.session ?? (await currentSession({ id: student.schoolId }))
  const { amountPaise = 1_250_000, concessionPaise = 0, finePaise = 0 } = overrides
  const dueOn = overrides.dueOn ?? addDays(todayInIndia(new Date()), 10)
  const publicId = newPublicId()
  const now = new Date()
  sources += 1
  const id = await insert('dues', {
    public_id: publicId,
    school_id: student.schoolId,
    student_id: student.id,
    academic_session_id: session.id,
    kind: overrides.kind ?? 'fee',
    source_id: overrides.sourceId ?? sources,
    name: overrides.name ?? 'School Fee',
    title: overrides.title ?? 'First instalment',
    due_on: dueOn,
    amount_paise: amountPaise,
    concession_paise: concessionPaise,
    fine_paise: finePaise,
    created_at: new Date(Math.min(now.getTime(), new Date(`${addDays(dueOn, -30)}T06:00:00Z`).getTime())),
    updated_at: now,
  })
  const other = Math.floor(amountPaise / 5)
  const parts = overrides.parts ?? [
    { name: 'Tuition Fee', amountPaise: amountPaise - other },
    { name: 'Computer Fee', amountPaise: other },
  ]
  for (const [position, part] of parts.entries()) {
    await insert('due_parts', { due_id: id, position, name: part.name, amount_paise: part.amountPaise })
  }
  const owedPaise = amountPaise - concessionPaise + finePaise
  return { id, publicId, sessionId: session.id, amountPaise, concessionPaise, finePaise, owedPaise, dueOn }
}

/** Creates an opening due of ₹12,500 without payments, with its source row. */
export async function makeOpeningDue(
  student: MadeStudent,
  { session, title }: { session: MadeSession; title: string },
): Promise<MadeDue> {
  const name = 'Opening dues'
  const sourceId = await insert('opening_dues', {
    school_id: student.schoolId,
    student_id: student.id,
    academic_session_id: session.id,
    name,
    title,
    created_at: new Date(),
  })
  const parts = [{ name, amountPaise: 1_250_000 }]
  return makeDue(student, { session, kind: 'opening', sourceId, name, title, parts })
}

/** Saves the school's payment keys as its settings page does; for the sandbox, pass the keys of its merchant. */
export async function makePaymentKeys(
  school: MadeSchool,
  keys: { keyId: string; keySecret: string; webhookSecret: string },
): Promise<void> {
  await insert('school_settings', {
    school_id: school.id,
    razorpay_key_id: keys.keyId,
    razorpay_key_secret: encrypt(keys.keySecret, `school_settings.razorpay_key_secret:${school.id}`),
    razorpay_webhook_secret: encrypt(keys.webhookSecret, `school_settings.razorpay_webhook_secret:${school.id}`),
    updated_at: new Date(),
  })
}

/** Saves the bank account to which the school's students transfer fees. */
export async function makeBankAccount({ id: school }: Pick<MadeSchool, 'id'>): Promise<void> {
  await execute(
    `INSERT INTO school_settings (school_id, bank_name, bank_account_number, bank_ifsc_code, updated_at)
     VALUES (:school, 'State Bank of India', '38220100004711', 'SBIN0004711', UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE bank_name = VALUES(bank_name), bank_account_number = VALUES(bank_account_number),
       bank_ifsc_code = VALUES(bank_ifsc_code)`,
    { school },
  )
}
