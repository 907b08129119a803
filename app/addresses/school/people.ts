import { keptAt, listAt } from '../kinds'

/** Office pages for students, classes, staff and guardians. */
export const peopleAt = {
  ...listAt('students', '/school/students'),
  newStudent: '/school/students/new',
  /**
   * Choice of an action for the ticked students, one `?student=` for each. The links to the actions repeat this query.
   */
  selectedStudents: '/school/students/selection',
  /**
   * Page for exporting all data of the students in a list, with the list's filters. `exportedStudents` is the file;
   * its `name` is `students.csv` or `students.xlsx`.
   */
  exportStudents: '/school/students/export',
  exportedStudents: '/school/students/export/:name',
  student: '/school/students/:id',
  /** `tab` is one of the six sections; default: the first. */
  editStudent: (id: string, tab?: string) => `/school/students/${id}/edit${tab ? `?tab=${tab}` : ''}`,
  studentStatus: '/school/students/:id/status',
  leaveStudent: '/school/students/:id/leave',
  returnStudent: '/school/students/:id/return',
  /** Correction of name and birth date of a student on the register. A query field prefills the form: `?last_name=`. */
  correctStudent: '/school/students/:id/correction',
  /** Resets the password to the first one, the date of birth. */
  firstPassword: '/school/students/:id/password-reset',
  slips: '/school/students/slips',
  slipsFile: '/school/students/slips.pdf',
  idCards: '/school/students/id-cards',
  idCardsFile: '/school/students/id-cards.pdf',
  ...listAt('changeRequests', '/school/change-requests'),
  /** Approves several requests, one `?request=` for each. */
  approveChangeRequests: '/school/change-requests/approval',
  changeRequest: '/school/change-requests/:id',
  enrollStudent: '/school/students/:id/enrollments/new',
  editEnrollment: '/school/students/:studentId/enrollments/:id/edit',
  deleteEnrollment: '/school/students/:studentId/enrollments/:id/delete',
  academicHistory: '/school/students/:id/history',
  ...listAt('enrollments', '/school/enrollments'),
  assignEnrollments: '/school/enrollments/assign',
  rollNumbers: '/school/enrollments/roll-numbers',
  ...keptAt('classes', 'class', '/school/classes'),
  ...keptAt('sections', 'section', '/school/sections'),
  ...keptAt('sessions', 'session', '/school/academic-sessions'),
  ...keptAt('subjects', 'subject', '/school/subjects'),
  ...keptAt('teachers', 'teacher', '/school/teachers'),
  teacherStatus: '/school/teachers/:id/status',
  ...listAt('staff', '/school/staff'),
  newStaff: '/school/staff/new',
  editStaff: '/school/staff/:id/edit',
  staffStatus: '/school/staff/:id/status',
  staffInvitation: '/school/staff/:id/invitation',
  /** Removes a colleague's second factor. */
  takeFactor: '/school/staff/:id/second-factor',
  /** The user's own sign-in: name, password, sessions. */
  account: '/school/account',
  accountPassword: '/school/account/password',
  /** Open sessions of the account; POST signs out all others. */
  accountSessions: '/school/account/sessions',
  endSession: '/school/account/sessions/:id',
  recoveryCodes: '/school/account/second-factor/codes',
  removeFactor: '/school/account/second-factor/removal',
  passkeys: '/school/account/second-factor/passkeys',
  removePasskey: '/school/account/second-factor/passkeys/:id/removal',
  /** Saves the account's visible columns of a list. */
  columns: '/school/columns',
  closeFactorOffer: '/school/account/second-factor/offer',
  ...keptAt('guardians', 'guardian', '/school/guardians'),
  closeGuardianAccess: '/school/guardians/:id/access',
  studentGuardians: '/school/students/:id/guardians',
  /** Query: `search` finds a child; `number` is the enrollment number of the chosen child. */
  newGuardianChild: '/school/guardians/:id/children/new',
  editGuardianChild: '/school/guardians/:id/children/:childId/edit',
  deleteGuardianChild: '/school/guardians/:id/children/:childId/delete',
  /** Query: `class` shows only the proposals of this class. */
  proposeGuardians: '/school/guardians/proposals',
  guardianBatch: '/school/guardians/proposals/:id',
  undoGuardianBatch: '/school/guardians/proposals/:id/undo',
  /** Query: with `guardian`, the page invites only this guardian. */
  inviteGuardians: '/school/guardians/invitations',
  /** Sends invited guardians a message about their slips. Query: `section`, or `guardian` for only this one. */
  tellInvited: '/school/guardians/invited',
  guardianSlips: '/school/guardians/slips.pdf',
  ...listAt('secondPerson', '/school/second-person'),
  secondPersonRequest: '/school/second-person/:id',
  refuseRequest: '/school/second-person/:id/refusal',
  withdrawRequest: '/school/second-person/:id/withdrawal',
  secondPersonSettings: '/school/settings/second-person',
  signInPolicy: '/school/settings/sign-in',
  factorSettings: '/school/settings/second-factor',
  academicSettings: '/school/settings/academics',
} as const
