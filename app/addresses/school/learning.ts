import { formsAt, keptAt, listAt } from '../kinds'

/** Office pages for attendance, exams, report cards, certificates, quizzes and the timetable. */
export const learningAt = {
  ...listAt('certificates', '/school/certificates'),
  newCertificate: '/school/students/:id/certificates/new',
  certificate: '/school/certificates/:id',
  editCertificate: '/school/certificates/:id/edit',
  deleteCertificate: '/school/certificates/:id/delete',
  issueCertificate: '/school/certificates/:id/issue',
  duplicateCertificate: '/school/certificates/:id/duplicate',
  cancelCertificate: '/school/certificates/:id/cancellation',
  /** Certificate as a plain table, from which a clerk copies it into the register book by hand. */
  certificateSheet: '/school/certificates/:id/sheet',
  /** One copy of the certificate, the original or a duplicate, as PDF. */
  certificateCopy: '/school/certificates/copies/:id',
  ...listAt('certificateKinds', '/school/certificate-kinds'),
  ...formsAt('CertificateKind', '/school/certificate-kinds'),
  usualCertificateKinds: '/school/certificate-kinds/usual',
  certificateSettings: '/school/settings/certificates',
  ...listAt('certificateRequests', '/school/certificate-requests'),
  /** POST starts a draft of the requested certificate. */
  certificateRequest: '/school/certificate-requests/:id',
  refuseCertificateRequest: '/school/certificate-requests/:id/refusal',
  /** Fee payments of a class in a financial year; the file contains all its fee certificates. */
  feeCertificates: '/school/fee-certificates',
  feeCertificatesFile: '/school/fee-certificates/class.pdf',
  tuitionHeads: '/school/settings/tuition-heads',
  ...listAt('attendance', '/school/attendance'),
  attendanceOn: (day: string) => `/school/attendance?date=${day}`,
  attendanceSheet: '/school/attendance/mark',
  markAttendance: (sectionId: string, day: string) => `/school/attendance/mark?section=${sectionId}&date=${day}`,
  removeAttendance: (sectionId: string, day: string) => `/school/attendance/removal?section=${sectionId}&date=${day}`,
  ...listAt('absentees', '/school/attendance/absentees'),
  /** Students of a section absent today; POST notifies the ticked families. */
  notifyAbsent: '/school/attendance/messages',
  notifyAbsentOf: (sectionId: string) => `/school/attendance/messages?section=${sectionId}`,
  attendanceRegister: '/school/attendance/register',
  registerFile: '/school/attendance/register.csv',
  /** The register for printing; query: `section`, `month` and `language`. */
  printedRegister: '/school/attendance/register.pdf',
  ...listAt('shortage', '/school/attendance/shortage'),
  ...listAt('holidays', '/school/attendance/holidays'),
  ...formsAt('Holiday', '/school/attendance/holidays'),
  saturdays: '/school/attendance/saturdays',
  ...listAt('leaveApplications', '/school/attendance/leave'),
  leaveApplication: '/school/attendance/leave/:id',
  ...listAt('timetable', '/school/timetable'),
  /** Timetable of a section's week; `session` defaults to the current session. */
  sectionTimetable: (id: string, session = '') =>
    `/school/timetable?section=${id}${session ? `&session=${session}` : ''}`,
  teacherTimetable: (id: string) => `/school/timetable?teacher=${id}`,
  freeTeachers: '/school/timetable/free-teachers',
  copyTimetable: '/school/timetable/copy',
  bellPeriods: '/school/timetable/periods',
  ...formsAt('BellPeriod', '/school/timetable/periods'),
  /** `period` is the start time of the bell period (`08:00`). */
  newTimetableEntry: (section: string, session: string, day: number, period: string) =>
    `/school/timetable/entries/new?section=${section}&session=${session}&day=${day}&period=${period}`,
  editTimetableEntry: '/school/timetable/entries/:id/edit',
  deleteTimetableEntry: '/school/timetable/entries/:id/delete',
  ...keptAt('exams', 'exam', '/school/exams'),
  copyExam: '/school/exams/:id/copy',
  newPapers: '/school/exams/:examId/papers/new',
  editPaper: '/school/exams/:examId/papers/:id/edit',
  deletePaper: '/school/exams/:examId/papers/:id/delete',
  /** Marks of one paper in one section; by default the first paper and section whose marks the user may enter. */
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
  /** Choice of the exams that belong to each component of the scheme. */
  schemeExams: '/school/report-schemes/:id/exams',
  /** A section's remarks for a term, and its grades in co-scholastic areas and discipline. */
  schemeEntries: (id: string, at?: CardsAt) => `/school/report-schemes/${id}/entries${cardsQuery(at)}`,
  schemeCards: (id: string, at?: CardsAt) => `/school/report-schemes/${id}/cards${cardsQuery(at)}`,
  /** Scheme as it was in a revision, from which that revision's cards were calculated. */
  schemeRevision: (id: string, revision: number) => `/school/report-schemes/${id}?revision=${revision}`,
  /**
   * Query: `part` is the number (from 1) of a batch of sixty cards, `student` selects the card of one student, and
   * `withdrawn` a withdrawn card.
   */
  schemeCardsFile: (id: string, at: CardsPart) => `/school/report-schemes/${id}/cards.pdf${cardsQuery(at)}`,
  publishSchemeCards: (id: string, at: CardsAt) => `/school/report-schemes/${id}/publication${cardsQuery(at)}`,
  /** Withdraws all cards of a section for a term, or the card of one student. */
  withdrawSchemeCards: (id: string, at: CardsPart) => `/school/report-schemes/${id}/withdrawal${cardsQuery(at)}`,
  withdrawnSchemeCards: (id: string, at: CardsAt) => `/school/report-schemes/${id}/withdrawn${cardsQuery(at)}`,
  withholdCards: '/school/report-schemes/:id/students/:enrollmentId/withholding',
  releaseCards: '/school/report-schemes/:id/students/:enrollmentId/release',
  ...listAt('remarkSentences', '/school/remark-sentences'),
  ...formsAt('RemarkSentence', '/school/remark-sentences'),
  ...keptAt('quizzes', 'quiz', '/school/quizzes'),
  copyQuiz: '/school/quizzes/:id/copy',
  publishQuiz: '/school/quizzes/:id/publication',
  withdrawQuiz: '/school/quizzes/:id/withdrawal',
  ...formsAt('Question', '/school/quizzes/:quizId/questions'),
  /** Order of the questions, where each question can be moved up or down. */
  questionOrder: '/school/quizzes/:quizId/questions/order',
  ...listAt('quizAttempts', '/school/quizzes/:quizId/attempts'),
  quizAttempt: '/school/quizzes/:quizId/attempts/:id',
  /** Short answers that a teacher still has to mark. */
  quizMarking: '/school/quizzes/:quizId/marking',
  ...listAt('quizStatistics', '/school/quizzes/:quizId/statistics'),
} as const

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
