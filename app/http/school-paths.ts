import { linksOf } from './links'
import { accountPaths } from './paths'

// Pages need their title and their links: one import for both.
export { pageTitle } from './page'

/** A list and its CSV file: `orders`, `ordersFile`. */
function listAt<const Name extends string, const At extends string>(name: Name, at: At) {
  return { [name]: at, [`${name}File`]: `${at}.csv` } as Record<Name, At> & Record<`${Name}File`, `${At}.csv`>
}

/** Forms to add, change and delete: `newRoom`, `editRoom`, `deleteRoom`. */
function formsAt<const One extends string, const At extends string>(one: One, at: At) {
  const addresses = {
    [`new${one}`]: `${at}/new`,
    [`edit${one}`]: `${at}/:id/edit`,
    [`delete${one}`]: `${at}/:id/delete`,
  }
  return addresses as Record<`new${One}`, `${At}/new`> & Record<`${'edit' | 'delete'}${One}`, `${At}/:id/${string}`>
}

/**
 * List, file, page and forms of a kind: `hostels`, `hostelsFile`, `hostel`, `newHostel`, `editHostel`, `deleteHostel`.
 */
function keptAt<const List extends string, const One extends string, const At extends string>(
  list: List,
  one: One,
  at: At,
) {
  const page = { [one]: `${at}/:id` } as Record<One, `${At}/:id`>
  const named = (one.charAt(0).toUpperCase() + one.slice(1)) as Capitalize<One>
  return { ...listAt(list, at), ...page, ...formsAt(named, at) }
}

/** Every address of the school's side. Separate from `paths`, so that a student's browser does not load it. */
export const schoolPaths = linksOf({
  ...accountPaths.school,
  register: '/school/register',
  /** Steps between password and portal: the code, and the second factor's set-up. */
  secondStep: '/school/second-factor',
  setUpFactor: '/school/second-factor/set-up',
  confirmFactor: '/school/second-factor/confirmation',
  /** Link in the mail to the registered school; `?token=`. */
  openSchool: '/school/registration',
  /**
   * Search of students, receipts, applications, staff and pages: `?search=`; with `go=1` redirects to the exact number.
   */
  search: '/school/search',
  ...listAt('students', '/school/students'),
  newStudent: '/school/students/new',
  /** Actions for ticked students: `?student=` of each, also on the pages that it links to. */
  selectedStudents: '/school/students/selection',
  messageStudents: '/school/students/message',
  concedeStudents: '/school/students/concession',
  /** With `fee`: its effect on each of the students. */
  addFeeToStudents: '/school/students/fee',
  importStudents: '/school/students/import',
  /** Full export of a list's students, with the list's filters; then the file, `students.csv` or `students.xlsx`. */
  exportStudents: '/school/students/export',
  exportedStudents: '/school/students/export/:name',
  student: '/school/students/:id',
  /** `tab` is one of the six sections; without it the first. */
  editStudent: (id: string, tab?: string) => `/school/students/${id}/edit${tab ? `?tab=${tab}` : ''}`,
  studentStatus: '/school/students/:id/status',
  leaveStudent: '/school/students/:id/leave',
  returnStudent: '/school/students/:id/return',
  /** Correction of name and birth date of a student on the register. A query field prefills the form: `?last_name=`. */
  correctStudent: '/school/students/:id/correction',
  /** Reset to the first password, the date of birth. */
  firstPassword: '/school/students/:id/password-reset',
  slips: '/school/students/slips',
  slipsFile: '/school/students/slips.pdf',
  idCards: '/school/students/id-cards',
  idCardsFile: '/school/students/id-cards.pdf',
  ...listAt('changeRequests', '/school/change-requests'),
  /** Approval of several requests: `?request=` of each. */
  approveChangeRequests: '/school/change-requests/approval',
  changeRequest: '/school/change-requests/:id',
  enrollStudent: '/school/students/:id/enrollments/new',
  editEnrollment: '/school/students/:studentId/enrollments/:id/edit',
  deleteEnrollment: '/school/students/:studentId/enrollments/:id/delete',
  academicHistory: '/school/students/:id/history',
  /** Blocked mail addresses with the reason; then the page that allows sending again. */
  ...listAt('mailAddresses', '/school/mail-addresses'),
  mailAddress: '/school/mail-addresses/:id',
  mailSettings: '/school/settings/mail',
  /** The register of data breaches (decision 49). */
  ...listAt('breaches', '/school/breaches'),
  newBreach: '/school/breaches/new',
  breach: '/school/breaches/:id',
  editBreach: '/school/breaches/:id/edit',
  /** Affected people; `?breach=` of one case. */
  ...listAt('breachPeople', '/school/breach-people'),
  peopleOfBreach: (id: string) => `/school/breach-people?breach=${id}`,
  chooseBreachPeople: '/school/breaches/:id/people',
  findBreachPeople: '/school/breaches/:id/logs',
  breachText: '/school/breaches/:id/text',
  sendBreach: '/school/breaches/:id/sending',
  breachTold: '/school/breaches/:id/reports',
  closeBreach: '/school/breaches/:id/closing',
  breachBoardFile: '/school/breaches/:id/board.pdf',
  breachBoardSheet: '/school/breaches/:id/board.csv',
  ...listAt('certificates', '/school/certificates'),
  newCertificate: '/school/students/:id/certificates/new',
  certificate: '/school/certificates/:id',
  editCertificate: '/school/certificates/:id/edit',
  deleteCertificate: '/school/certificates/:id/delete',
  issueCertificate: '/school/certificates/:id/issue',
  duplicateCertificate: '/school/certificates/:id/duplicate',
  cancelCertificate: '/school/certificates/:id/cancellation',
  /** Certificate as a plain table, to be copied into the register's book by hand. */
  certificateSheet: '/school/certificates/:id/sheet',
  /** One copy of the certificate, the original or a duplicate, as PDF. */
  certificateCopy: '/school/certificates/copies/:id',
  ...listAt('certificateKinds', '/school/certificate-kinds'),
  ...formsAt('CertificateKind', '/school/certificate-kinds'),
  /** Creates the usual kinds of certificates. */
  usualCertificateKinds: '/school/certificate-kinds/usual',
  certificateSettings: '/school/settings/certificates',
  ...listAt('certificateRequests', '/school/certificate-requests'),
  /** POST begins the requested certificate. */
  certificateRequest: '/school/certificate-requests/:id',
  refuseCertificateRequest: '/school/certificate-requests/:id/refusal',
  /** Payments of a class in a financial year, and all their certificates in one file. */
  feeCertificates: '/school/fee-certificates',
  feeCertificatesFile: '/school/fee-certificates/class.pdf',
  tuitionHeads: '/school/settings/tuition-heads',
  ...listAt('generalRegister', '/school/general-register'),
  /** Register entries of one student. */
  registerEntry: '/school/general-register/:id',
  /** Printed book: choice of entries and language; then each of its files. */
  registerPages: '/school/general-register/pages',
  registerPagesFile: '/school/general-register/pages.pdf',
  ...keptAt('privacyNotices', 'privacyNotice', '/school/privacy-notices'),
  /** Begins the next version of a notice; publishing freezes one. */
  privacyVersion: '/school/privacy-notices/:id/version',
  publishPrivacyNotice: '/school/privacy-notices/:id/publication',
  /** Creates drafts for the usual purposes. */
  usualPrivacyNotices: '/school/privacy-notices/usual',
  privacyOfficer: '/school/settings/privacy-officer',
  /** Consents of a section: `?section=`, `purpose=`, `state=`. */
  consents: '/school/consents',
  consentsFile: '/school/consents.csv',
  consentForms: '/school/consents/forms.pdf',
  studentConsents: '/school/students/:id/consents',
  recordConsent: '/school/students/:id/consents/new',
  ...listAt('grievances', '/school/grievances'),
  newGrievance: '/school/grievances/new',
  grievance: '/school/grievances/:id',
  closeGrievance: '/school/grievances/:id/closure',
  grievanceRegister: '/school/grievances/register.pdf',
  ...listAt('enrollments', '/school/enrollments'),
  assignEnrollments: '/school/enrollments/assign',
  promote: '/school/enrollments/promote',
  undoPromotion: '/school/enrollments/promotions/:id/undo',
  rollNumbers: '/school/enrollments/roll-numbers',
  ...listAt('admissions', '/school/admissions'),
  newAdmission: '/school/admissions/new',
  admission: '/school/admissions/:id',
  editAdmission: '/school/admissions/:id/edit',
  acceptAdmission: '/school/admissions/:id/acceptance',
  rejectAdmission: '/school/admissions/:id/rejection',
  /** Kinds of import, with templates and the history. */
  imports: '/school/students/import',
  newImport: (kind: string) => `/school/imports/new?kind=${kind}`,
  /** `name`: the kind with `.csv` or `.xlsx`. */
  importTemplate: '/school/imports/templates/:name',
  import: '/school/imports/:id',
  importColumns: '/school/imports/:id/columns',
  checkImportAgain: '/school/imports/:id/check',
  runImport: '/school/imports/:id/run',
  rejectedRows: '/school/imports/:id/rejected.csv',
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
  /** Dismisses the offer of a second factor. */
  closeFactorOffer: '/school/account/second-factor/offer',
  ...keptAt('fees', 'fee', '/school/fees'),
  /** Name and titles of a fee whose amounts and dates are fixed. */
  feeTitles: '/school/fees/:id/titles',
  assignFee: '/school/fees/:id/assignment',
  /** Late fine of a fee; it may change at any time. */
  feeFine: '/school/fees/:id/fine',
  copyFee: '/school/fees/:id/copy',
  due: '/school/dues/:id',
  waiveFine: '/school/dues/:id/fine-waiver',
  studentFees: '/school/students/:id/fees',
  studentConcessions: '/school/students/:id/concessions',
  newConcession: '/school/students/:id/concessions/new',
  ...keptAt('guardians', 'guardian', '/school/guardians'),
  /** Ends the guardian's access to this school. */
  closeGuardianAccess: '/school/guardians/:id/access',
  studentGuardians: '/school/students/:id/guardians',
  /** Query: `number` of a chosen child, or `search`. */
  newGuardianChild: '/school/guardians/:id/children/new',
  editGuardianChild: '/school/guardians/:id/children/:childId/edit',
  deleteGuardianChild: '/school/guardians/:id/children/:childId/delete',
  /** Query: `class` narrows the proposals; `proposals` is one batch. */
  proposeGuardians: '/school/guardians/proposals',
  guardianBatch: '/school/guardians/proposals/:id',
  undoGuardianBatch: '/school/guardians/proposals/:id/undo',
  /** Query: `guardian` for a single one. */
  inviteGuardians: '/school/guardians/invitations',
  /** Query: `section` or `guardian` whose slip is announced by message. */
  tellInvited: '/school/guardians/invited',
  /** Channels of a guardian, entered by the office. */
  guardianMessages: '/school/guardians/:id/messages',
  guardianSlips: '/school/guardians/slips.pdf',
  siblingConcessions: '/school/concessions/siblings',
  siblingRule: '/school/settings/sibling-concession',
  ...listAt('concessions', '/school/concessions'),
  removeConcession: '/school/concessions/:id/removal',
  ...listAt('collections', '/school/collections'),
  ...listAt('defaulters', '/school/collections/defaulters'),
  reminders: '/school/collections/reminders',
  letters: '/school/collections/letters.pdf',
  ...listAt('dayBook', '/school/collections/day-book'),
  collectionSummary: '/school/collections/summary',
  ...listAt('feeRegister', '/school/collections/fee-register'),
  /** The printed form: `?section=`, `session=` and `language=`. */
  printedFeeRegister: '/school/collections/fee-register.pdf',
  ...listAt('cashClosings', '/school/collections/cash-closings'),
  newCashClosing: '/school/collections/cash-closings/new',
  newPayment: '/school/collections/new',
  /** Offline payment: dues of this student. */
  collectFrom: (studentId: string) => `/school/collections/new?student=${studentId}`,
  /** Offline payment of one due. */
  collect: (dueId: string) => `/school/collections/new?due=${dueId}`,
  payment: '/school/collections/:id',
  /** Same page after the counter took the payment, with the change to return in paise. */
  paymentTaken: (id: string, changePaise: number) => `/school/collections/${id}?change=${changePaise}`,
  bounceCheque: '/school/collections/:id/bounce',
  cancelPayment: '/school/collections/:id/correction',
  refundPayment: '/school/collections/:id/refund',
  ...listAt('transfers', '/school/collections/transfers'),
  transfer: '/school/collections/transfers/:id',
  refuseTransfer: '/school/collections/transfers/:id/refusal',
  ...listAt('excess', '/school/collections/excess'),
  ...listAt('receipts', '/school/collections/receipts'),
  receipt: '/school/receipts/:id',
  /** Receipt for printing, on one of `receiptPapers`. */
  printReceipt: (id: string, paper: string) => `/school/receipts/${id}?paper=${paper}`,
  ...listAt('secondPerson', '/school/second-person'),
  secondPersonRequest: '/school/second-person/:id',
  refuseRequest: '/school/second-person/:id/refusal',
  withdrawRequest: '/school/second-person/:id/withdrawal',
  secondPersonSettings: '/school/settings/second-person',
  settings: '/school/settings',
  profile: '/school/settings/profile',
  logo: '/school/settings/logo',
  location: '/school/settings/location',
  signInPolicy: '/school/settings/sign-in',
  factorSettings: '/school/settings/second-factor',
  feeSettings: '/school/settings/fees',
  academicSettings: '/school/settings/academics',
  mapsKey: '/school/settings/maps',
  privacySettings: '/school/settings/privacy',
  recordFile: '/school/settings/privacy/record.csv',
  retentionYears: '/school/settings/privacy/years',
  ...listAt('dueData', '/school/settings/privacy/due'),
  dueDataOf: (key: string) => `/school/settings/privacy/due?class=${key}`,
  askRetention: '/school/settings/privacy/run',
  retentionRun: (id: string) => `/school/settings/privacy/runs/${id}`,
  withdrawRetention: (id: string) => `/school/settings/privacy/runs/${id}/withdrawal`,
  restoreRun: '/school/settings/privacy/runs/:id/restoration',
  /** Data of one student removed by one run, while it can be restored. */
  restoreStudent: '/school/settings/privacy/runs/:id/students/:student',
  ...listAt('removedData', '/school/settings/privacy/removed'),
  aadhaarSettings: '/school/settings/privacy/aadhaar',
  aadhaarScans: '/school/settings/privacy/scans',
  holdStudent: (id: string) => `/school/students/${id}/hold`,
  ...listAt('audit', '/school/audit'),
  ...listAt('security', '/school/security'),
  paymentKeys: '/school/settings/payments',
  removePaymentKeys: '/school/settings/payments/removal',
  messageSettings: '/school/settings/messages',
  smsKeys: '/school/settings/messages/sms',
  whatsappKeys: '/school/settings/messages/whatsapp',
  messageRules: '/school/settings/messages/rules',
  removeMessageKeys: (channel: string) => `/school/settings/messages/${channel}/removal`,
  ...listAt('attendance', '/school/attendance'),
  attendanceOn: (day: string) => `/school/attendance?date=${day}`,
  markAttendance: (sectionId: string, day: string) => `/school/attendance/mark?section=${sectionId}&date=${day}`,
  removeAttendance: (sectionId: string, day: string) => `/school/attendance/removal?section=${sectionId}&date=${day}`,
  ...listAt('absentees', '/school/attendance/absentees'),
  /** Students of a section absent today; POST notifies the ticked families. */
  tellAbsent: '/school/attendance/messages',
  tellAbsentOf: (sectionId: string) => `/school/attendance/messages?section=${sectionId}`,
  attendanceRegister: '/school/attendance/register',
  registerFile: '/school/attendance/register.csv',
  /** The printed form: `?section=`, `month=` and `language=`. */
  printedRegister: '/school/attendance/register.pdf',
  ...listAt('shortage', '/school/attendance/shortage'),
  ...listAt('holidays', '/school/attendance/holidays'),
  ...formsAt('Holiday', '/school/attendance/holidays'),
  saturdays: '/school/attendance/saturdays',
  ...listAt('leaveApplications', '/school/attendance/leave'),
  leaveApplication: '/school/attendance/leave/:id',
  ...listAt('timetable', '/school/timetable'),
  /** Week of a section; `session` when it is not the current one. */
  sectionTimetable: (id: string, session = '') =>
    `/school/timetable?section=${id}${session ? `&session=${session}` : ''}`,
  teacherTimetable: (id: string) => `/school/timetable?teacher=${id}`,
  freeTeachers: '/school/timetable/free-teachers',
  copyTimetable: '/school/timetable/copy',
  bellPeriods: '/school/timetable/periods',
  ...formsAt('BellPeriod', '/school/timetable/periods'),
  /** `period` is its start time (`08:00`). */
  newTimetableEntry: (section: string, session: string, day: number, period: string) =>
    `/school/timetable/entries/new?section=${section}&session=${session}&day=${day}&period=${period}`,
  editTimetableEntry: '/school/timetable/entries/:id/edit',
  deleteTimetableEntry: '/school/timetable/entries/:id/delete',
  ...keptAt('exams', 'exam', '/school/exams'),
  copyExam: '/school/exams/:id/copy',
  newPapers: '/school/exams/:examId/papers/new',
  editPaper: '/school/exams/:examId/papers/:id/edit',
  deletePaper: '/school/exams/:examId/papers/:id/delete',
  /** Marks of one paper in one section; default: the first that the user may enter. */
  marks: (examId: string, at?: { paper: string; section: string }) => `/school/exams/${examId}/marks${marksQuery(at)}`,
  marksFile: (examId: string, at: { paper: string; section: string }) =>
    `/school/exams/${examId}/marks.csv${marksQuery(at)}`,
  uploadMarks: (examId: string, at: { paper: string; section: string }) =>
    `/school/exams/${examId}/marks/upload${marksQuery(at)}`,
  publishExam: '/school/exams/:id/publication',
  withdrawExam: '/school/exams/:id/withdrawal',
  ...listAt('resultSheet', '/school/exams/:examId/results'),
  /** Choice of report cards to print. */
  reportCards: '/school/exams/:examId/report-cards',
  reportCardsFile: '/school/exams/:examId/report-cards.pdf',
  ...keptAt('reportSchemes', 'reportScheme', '/school/report-schemes'),
  /** Exams of each component. */
  schemeExams: '/school/report-schemes/:id/exams',
  /** Area grades and remarks of a section for a term. */
  schemeEntries: (id: string, at?: CardsAt) => `/school/report-schemes/${id}/entries${cardsQuery(at)}`,
  schemeCards: (id: string, at?: CardsAt) => `/school/report-schemes/${id}/cards${cardsQuery(at)}`,
  /** Scheme of a revision, used to calculate its cards. */
  schemeRevision: (id: string, revision: number) => `/school/report-schemes/${id}?revision=${revision}`,
  /** `part`: a batch of sixty cards, from 1; or the card of one student, or a withdrawn card. */
  schemeCardsFile: (id: string, at: CardsPart) => `/school/report-schemes/${id}/cards.pdf${cardsQuery(at)}`,
  publishSchemeCards: (id: string, at: CardsAt) => `/school/report-schemes/${id}/publication${cardsQuery(at)}`,
  /** Withdrawal of all cards, or of one student's. */
  withdrawSchemeCards: (id: string, at: CardsPart) => `/school/report-schemes/${id}/withdrawal${cardsQuery(at)}`,
  withdrawnSchemeCards: (id: string, at: CardsAt) => `/school/report-schemes/${id}/withdrawn${cardsQuery(at)}`,
  withholdCards: '/school/report-schemes/:id/students/:enrollmentId/withholding',
  releaseCards: '/school/report-schemes/:id/students/:enrollmentId/release',
  ...listAt('remarkSentences', '/school/remark-sentences'),
  ...formsAt('RemarkSentence', '/school/remark-sentences'),
  ...keptAt('notices', 'notice', '/school/notices'),
  /** Cost of sending an urgent notice by message; POST sends it. */
  tellNotice: '/school/notices/:id/messages',
  /** Messages to families with their attempts; POST retries or settles a message. */
  ...listAt('messages', '/school/messages'),
  message: '/school/messages/:id',
  /** Message counts of a month by channel and event. POST reviews held messages. */
  messageCounts: '/school/messages/counts',
  messageCountsFile: '/school/messages/counts.csv',
  messageEvents: '/school/settings/message-events',
  ...listAt('messageTemplates', '/school/message-templates'),
  ...formsAt('MessageTemplate', '/school/message-templates'),
  messageTemplateSheet: '/school/message-templates/:id/sheet',
  /** POST creates drafts of the usual texts. */
  usualMessageTemplates: '/school/message-templates/usual',
  /** A notice to one student. */
  writeTo: (studentId: string) => `/school/notices/new?student=${studentId}`,
  ...keptAt('events', 'event', '/school/events'),
  ...keptAt('quizzes', 'quiz', '/school/quizzes'),
  copyQuiz: '/school/quizzes/:id/copy',
  publishQuiz: '/school/quizzes/:id/publication',
  withdrawQuiz: '/school/quizzes/:id/withdrawal',
  ...formsAt('Question', '/school/quizzes/:quizId/questions'),
  /** Order of the questions: each moves one up or down. */
  questionOrder: '/school/quizzes/:quizId/questions/order',
  ...listAt('quizAttempts', '/school/quizzes/:quizId/attempts'),
  quizAttempt: '/school/quizzes/:quizId/attempts/:id',
  /** Short answers waiting for the teacher. */
  quizMarking: '/school/quizzes/:quizId/marking',
  ...listAt('quizStatistics', '/school/quizzes/:quizId/statistics'),
  ...keptAt('products', 'product', '/school/products'),
  productStock: '/school/products/:id/stock',
  productPictures: '/school/products/:id/pictures',
  ...listAt('orders', '/school/orders'),
  order: '/school/orders/:id',
  packOrder: '/school/orders/:id/packing',
  handOverOrder: '/school/orders/:id/handover',
  cancelOrder: '/school/orders/:id/cancellation',
  invoice: '/school/orders/:id/invoice.pdf',
  /** Slips of all orders in the list. */
  packingSlips: '/school/orders/packing-slips.pdf',
  packingSlip: '/school/orders/:id/packing-slip.pdf',
  storeSettings: '/school/settings/store',
  ...keptAt('hostels', 'hostel', '/school/hostels'),
  hostelPicture: '/school/hostels/:id/picture',
  /** Students by bed. */
  ...listAt('hostelOccupancy', '/school/hostels/:id/occupancy'),
  ...listAt('hostelDues', '/school/hostels/:id/dues'),
  ...formsAt('Room', '/school/hostels/:hostelId/rooms'),
  roomPicture: '/school/hostels/:hostelId/rooms/:id/picture',
  ...listAt('hostelApplications', '/school/hostel-applications'),
  newHostelApplication: '/school/hostel-applications/new',
  hostelApplication: '/school/hostel-applications/:id',
  approveHostel: '/school/hostel-applications/:id/approval',
  rejectHostel: '/school/hostel-applications/:id/rejection',
  waitlistHostel: '/school/hostel-applications/:id/waiting-list',
  cancelHostel: '/school/hostel-applications/:id/cancellation',
  hostelRemarks: '/school/hostel-applications/:id/remarks',
  hostelRoomMove: '/school/hostel-applications/:id/room',
  hostelStay: '/school/hostel-applications/:id/stay',
  hostelCheckIn: '/school/hostel-applications/:id/check-in',
  hostelCheckOut: '/school/hostel-applications/:id/check-out',
  hostelRefund: '/school/hostel-applications/:id/refund',
  hostelSettings: '/school/settings/hostels',
  ...keptAt('transport', 'route', '/school/transport'),
  ...formsAt('Stop', '/school/transport/:routeId/stops'),
  /** Order of the stops: each moves one up or down. */
  stopOrder: '/school/transport/:routeId/stops/order',
  /** Passengers of a route. */
  ...listAt('passengers', '/school/transport/:routeId/passengers'),
  passengerList: '/school/transport/:routeId/passengers.pdf',
  ...listAt('fareStructures', '/school/fare-structures'),
  ...formsAt('FareStructure', '/school/fare-structures'),
  ...keptAt('vehicles', 'vehicle', '/school/vehicles'),
  vehiclePicture: '/school/vehicles/:id/picture',
  ...formsAt('VehicleDocument', '/school/vehicles/:vehicleId/documents'),
  messagePassengers: '/school/vehicles/:id/message',
  /** Trip: a vehicle driving a route. */
  ...formsAt('Trip', '/school/vehicles/:vehicleId/routes'),
  /** Applications of both kinds; `vehicleApplications` shows those for a vehicle only. */
  ...listAt('transportApplications', '/school/transport-applications'),
  newTransportApplication: '/school/transport-applications/new',
  ...listAt('vehicleApplications', '/school/vehicle-applications'),
  transportApplication: '/school/transport-applications/:id',
  approveTransport: '/school/transport-applications/:id/approval',
  rejectTransport: '/school/transport-applications/:id/rejection',
  /** Assigns trip and times to the student; also for a change of seat and after a suspension. */
  activateTransport: '/school/transport-applications/:id/activation',
  suspendTransport: '/school/transport-applications/:id/suspension',
  cancelTransport: '/school/transport-applications/:id/cancellation',
  endTransport: '/school/transport-applications/:id/ending',
  transportRefund: '/school/transport-applications/:id/refund',
  transportSettings: '/school/settings/transport',
})

function marksQuery(at: { paper: string; section: string } | undefined): string {
  return at ? `?paper=${at.paper}&section=${at.section}` : ''
}

type CardsAt = { section: string; term: string }

type CardsPart = CardsAt & { part?: number; student?: string; withdrawn?: string }

function cardsQuery(at: CardsPart | undefined): string {
  if (!at) return ''
  const { section, term, ...part } = at
  const more = Object.entries(part).map(([name, value]) => `&${name}=${value}`)
  return `?section=${section}&term=${term}${more.join('')}`
}
