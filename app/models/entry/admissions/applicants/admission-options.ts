export const admissionStates = ['pending', 'accepted', 'rejected', 'withdrawn'] as const
export type AdmissionState = (typeof admissionStates)[number]
export const admissionOrigins = ['office', 'online'] as const
export type AdmissionOrigin = (typeof admissionOrigins)[number]

/**
 * Hourly limits of online registrations: tries, tries with files and successes per network address (a whole computer
 * room may share one), and successes per school.
 */
export const registrationsAnHour = { tries: 400, withFiles: 20, address: 100, school: 600 } as const

export const schoolsPerPage = 20

/** Documents accepted with an admission; others follow once the child is a student. */
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

export const registrationKinds = ['student_photo', 'birth_certificate'] as const
