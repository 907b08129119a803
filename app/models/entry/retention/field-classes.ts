import { m } from '~/language/paraglide/messages'
import type { DataClass } from '~/models/core/shared/data-classes'

/**
 * Classes of personal data: purpose, access and retention period (decision 51). The `keep` of a field or column names
 * its class, and `field-columns.server` collects them. Retention removes by class, and the record of processing is
 * generated from them.
 */
export interface FieldClass {
  title: () => string
  why: Purpose
  /**
   * Law or rule by which the data is kept, from secondary sources that a lawyer has yet to confirm. English, for the
   * office and the record of processing.
   */
  basis: string
  seenBy: string
  keep: Keep
}

/**
 * Retention period: permanent; a number of years after a student left or an admission was rejected, at least `least`;
 * until the portal removes the data, as `how` explains; or while someone works or does business with the school.
 */
export type Keep =
  | { until: 'ever' }
  | { until: 'years'; usual: number; least: number }
  | { until: 'swept'; how: string }
  | { until: 'leaving-work'; how: string }

export const retentionPurposes = {
  register: m.retention_why_register,
  accounts: m.retention_why_accounts,
  teaching: m.retention_why_teaching,
  reaching: m.retention_why_reaching,
  safety: m.retention_why_safety,
  identity: m.retention_why_identity,
  services: m.retention_why_services,
  admission: m.retention_why_admission,
  security: m.retention_why_security,
  running: m.retention_why_running,
} as const satisfies Record<string, () => string>
type Purpose = keyof typeof retentionPurposes

const years = (usual: number, least = 0): Keep => ({ until: 'years', usual, least })
const ever: Keep = { until: 'ever' }

export const fieldClasses = {
  register: {
    title: m.retention_register,
    why: 'register',
    basis: 'The General Register is kept permanently: state education codes, CBSE affiliation bye-laws',
    seenBy: 'Owner and office; teachers (names and birth dates only); the student',
    keep: ever,
  },
  certificates: {
    title: m.retention_certificates,
    why: 'register',
    basis: 'Numbered books of certificates are kept permanently; a certificate stays as it was issued',
    seenBy: 'Owner, office and accounts; the student; each holder of the paper and its code',
    keep: ever,
  },
  results: {
    title: m.retention_results,
    why: 'register',
    basis: 'Result registers are kept permanently, for duplicates of marksheets years later: state education codes',
    seenBy: 'Owner, office and the section’s teachers; the student once published',
    keep: ever,
  },
  attendance: {
    title: m.retention_attendance,
    why: 'register',
    basis: 'Attendance registers are a record of the school; certificates and report cards show days from them',
    seenBy: 'Owner, office and the section’s teachers; the student',
    keep: ever,
  },
  accounts: {
    title: m.retention_accounts,
    why: 'accounts',
    basis:
      'Books of account: Companies Act 2013 s. 128(5), eight years; Income-tax Rules r. 17AA, ten years; receipt numbers have no gaps, so all receipts are kept',
    seenBy: 'Owner, office and accounts; the student',
    keep: ever,
  },
  payment_notes: {
    title: m.retention_payment_notes,
    why: 'accounts',
    basis:
      'Vouchers: Companies Act 2013 s. 128(5), at least eight years; Income-tax Rules r. 17AA, ten years after the assessment year',
    seenBy: 'Owner, office and accounts; the student',
    keep: years(12, 8),
  },
  remarks: {
    title: m.retention_remarks,
    why: 'teaching',
    basis: 'Needed while the student is taught; DPDP Act 2023 s. 8(7): erased when the purpose is served',
    seenBy: 'Owner, office and the section’s teachers; the student',
    keep: years(3),
  },
  contact: {
    title: m.retention_contact,
    why: 'reaching',
    basis: 'To contact the family; kept some years longer for certificates and refunds. DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner, office and accounts; the section’s teachers (phone and e-mail only); the student',
    keep: years(3),
  },
  health: {
    title: m.retention_health,
    why: 'safety',
    basis: 'For the student’s safety at school only; DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner and office; the student',
    keep: years(1),
  },
  aadhaar: {
    title: m.retention_aadhaar,
    why: 'identity',
    basis:
      'Aadhaar Act 2016 s. 8A(4) and UIDAI: no number is stored, a copy is masked; a lawyer has yet to confirm whether UDISE and APAAR allow more',
    seenBy: 'No one sees the number; owner, office and the student see its last four digits and the scans',
    keep: years(1),
  },
  documents: {
    title: m.retention_documents,
    why: 'admission',
    basis: 'Proof of the entries in the register, which itself is kept. DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner and office; the student',
    keep: years(3),
  },
  photos: {
    title: m.retention_photos,
    why: 'identity',
    basis: 'To identify people at school; DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner, office, accounts and teachers; the student',
    keep: years(1),
  },
  services: {
    title: m.retention_services,
    why: 'services',
    basis: 'To allot the room or the seat, and to settle what is still due for it; DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner, office and accounts; drivers (the stop and the student’s name only); the student',
    keep: years(3),
  },
  quizzes: {
    title: m.retention_quizzes,
    why: 'teaching',
    basis: 'Needed while the student is taught; the score is kept. DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner, office and the quiz’s teacher; the student',
    keep: years(1),
  },
  letters: {
    title: m.retention_letters,
    why: 'reaching',
    basis:
      'Proof of requests and answers; DPDP Rules 2025 r. 8(3): logs and data of the processing for at least one year',
    seenBy: 'Owner and office; the student',
    keep: years(3, 1),
  },
  sign_in: {
    title: m.retention_sign_in,
    why: 'security',
    basis: 'To sign in; DPDP Rules 2025 r. 8(3): at least one year',
    seenBy: 'No one sees the password; owner and the student see the devices',
    keep: years(1, 1),
  },
  admissions: {
    title: m.retention_admissions,
    why: 'admission',
    basis:
      'To decide on an admission and to account for the decision; counted from the rejection, or from leaving if the applicant was accepted. DPDP Act 2023 s. 8(7)',
    seenBy: 'Owner, office and accounts',
    keep: years(1),
  },
  guardian_accounts: {
    title: m.retention_guardian_accounts,
    why: 'reaching',
    basis: 'One adult’s account for all children; it belongs to the installation, not to a school',
    seenBy: 'The guardian',
    keep: {
      until: 'swept',
      how: 'emptied with the last child’s contact details, when no school lists the guardian any more',
    },
  },
  logs: {
    title: m.retention_logs,
    why: 'security',
    basis:
      'DPDP Rules 2025 r. 6 and 8(3): logs for at least one year; the names of those who changed money or marks are kept with the books',
    seenBy: 'Owner; the operator of the installation',
    keep: {
      until: 'swept',
      how: 'the audit log is kept, without contact details and reasons once those are removed. Decisions on consent are kept as proof, without scans of signed forms. The number, topic and days of a grievance are kept as proof of its answer, and the people affected by a data breach as proof that each was notified. The state of a mail address is removed with the first removal of contact details after which no one at the school has the address; message preferences are removed with the guardian’s contact details; delivery reports and failed mails after ninety days. Security events are removed after the days that the operator has set (a year or more), sessions and links when they end, jobs and sent mails after a fortnight, files of imports within days, values that an import replaced after thirty days. Data removed by retention is sealed for thirty days, in which the owner can restore it and no one can read it, and is then destroyed',
    },
  },
  staff: {
    title: m.retention_staff,
    why: 'running',
    basis: 'Contract of employment or service; records name the people who changed them',
    seenBy: 'Owner; office (names only); families (names of teachers, wardens and drivers only)',
    keep: {
      until: 'leaving-work',
      how: 'while the person works for the school; records keep the names of the people who changed them',
    },
  },
} as const satisfies Record<DataClass, FieldClass>

export type ClassKey = DataClass
export const classKeys = Object.keys(fieldClasses) as ClassKey[]
export const fieldClass = (key: ClassKey): FieldClass => fieldClasses[key]

type WithYears = FieldClass & { keep: Extract<Keep, { until: 'years' }> }
/** Classes removed after some years, in list order. */
export const removable = classKeys.flatMap((key): Array<[ClassKey, WithYears]> => {
  const one = fieldClass(key)
  return one.keep.until === 'years' ? [[key, { ...one, keep: one.keep }]] : []
})
export const isRemovable = (key: string): key is ClassKey => removable.some(([known]) => known === key)
