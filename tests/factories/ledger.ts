import { execute } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/shared/calendar'
import { newPublicId } from '~/models/shared/public-id.server'
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
  /** What has to be paid: amount − concession + fine. */
  owedPaise: number
  dueOn: string
}

// Far above the ids of real instalments.
let sources = 9_000_000_000

/**
 * A due of a fee instalment, ₹12,500 in ten days unless told otherwise, in the current session. `parts` are the heads it shows
 * on a receipt and must sum to the amount; without them it is tuition and computer fee, 4 to 1. It was raised a month before it was
 * due, if that is past: its late fine counts from the due date.
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
    kind?: 'fee' | 'hostel' | 'transport' | 'vehicle' | 'order'
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

/** Gives the school payment keys as if they had been saved in its settings; for the sandbox, the merchant's. */
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

/** Tells the students of the school where to transfer school fees to. */
export async function makeBankAccount({ id: school }: Pick<MadeSchool, 'id'>): Promise<void> {
  await execute(
    `INSERT INTO school_settings (school_id, bank_name, bank_account_number, bank_ifsc_code, updated_at)
     VALUES (:school, 'State Bank of India', '38220100004711', 'SBIN0004711', UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE bank_name = VALUES(bank_name), bank_account_number = VALUES(bank_account_number),
       bank_ifsc_code = VALUES(bank_ifsc_code)`,
    { school },
  )
}
