export const admissionStates = ['pending', 'accepted', 'rejected', 'withdrawn'] as const
export type AdmissionState = (typeof admissionStates)[number]
export const admissionOrigins = ['office', 'online'] as const
export type AdmissionOrigin = (typeof admissionOrigins)[number]

/**
 * Online registrations of one hour: tries, tries with files and successes from one network address (a whole computer room is behind one), and
 * successes at one school.
 */
export const registrationsAnHour = { tries: 400, withFiles: 20, address: 100, school: 600 } as const

export const schoolsPerPage = 20

/** Documents that an admission brings along; all others follow once the child is a student. */
export const admissionKinds = [
  'student_photo',
  'birth_certificate',
  'aadhar_card',
  'previous_tc',
  'previous_report_card',
  'transfer_certificate',
  'character_certificate',
  'marksheet',
] as const

/** Those that a family may send with an online registration. */
export const registrationKinds = ['student_photo', 'birth_certificate'] as const
