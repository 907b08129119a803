import { linksOf } from './links'

// What every page says of itself comes with where the others lie: one import.
export { pageTitle } from './page'

/** What both sides have: each side's home and the pages of its accounts. */
const accountsAt = <const Home extends string>(home: Home) => ({
  home,
  login: `${home}/login` as const,
  logout: `${home}/logout` as const,
  forgotPassword: `${home}/forgot-password` as const,
  resetPassword: `${home}/reset-password` as const,
})
export const accountPaths = {
  student: accountsAt('/students'),
  school: accountsAt('/school'),
  guardian: accountsAt('/guardians'),
}
export type Side = keyof typeof accountPaths

/** Every address of the product but the school's side (school-paths.ts), so that links, redirects and tests agree. */
export const paths = linksOf({
  home: '/',
  language: '/language',
  dataSaver: '/data-saver',
  privacy: '/privacy',
  /** Schools with notices; what one does with data: the notices in force; one version. */
  privacySchools: '/privacy/schools',
  schoolPrivacy: '/privacy/:schoolId',
  privacyNotice: '/privacy/notices/:id',
  terms: '/terms',
  /** Says that a school (public id) is suspended, and whom to ask. */
  suspended: '/suspended/:schoolId',
  support: '/support',
  /** Where the code of a certificate is typed; then what anybody is told of the certificate. */
  verification: '/verify',
  verify: '/verify/:token',
  student: {
    ...accountPaths.student,
    choosePassword: '/students/choose-password',
    whoseAccount: '/students/whose-account',
    register: '/students/register',
    /** The form of one school. */
    registerAt: '/students/register/:schoolId',
    application: '/students/application',
    withdrawApplication: '/students/application/withdrawal',
    settings: '/students/settings',
    changePassword: '/students/settings/password',
    settingsLanguage: '/students/settings/language',
    /** Where the account is open; posting signs out everywhere else. */
    sessions: '/students/settings/sessions',
    endSession: '/students/settings/sessions/:id',
    fees: '/students/fees',
    /** Asks whether to pay this due now; posting starts the payment. */
    pay: '/students/fees/:dueId/pay',
    /** Several dues at once, and parts of them; `dues` are ticked. */
    paySeveral: (dues: readonly string[] = []) =>
      `/students/fees/pay${dues.length > 0 ? `?${dues.map((id) => `due=${id}`).join('&')}` : ''}`,
    /** What the student transferred to the school's account is told here. */
    transferFees: (dues: readonly string[] = []) =>
      `/students/fees/transfer${dues.length > 0 ? `?${dues.map((id) => `due=${id}`).join('&')}` : ''}`,
    /** A declared payment is taken back, by its public id. */
    takeBackTransfer: (payment: string) => `/students/payments/${payment}/withdrawal`,
    /** What was paid, with the receipts; `kind` is one of the ledger's kinds of dues. */
    payments: (kind?: string) => `/students/payments${kind ? `?kind=${kind}` : ''}`,
    /** A PDF; `session` is an academic session's public id. */
    statement: (session?: string) => `/students/payments/statement.pdf${session ? `?session=${session}` : ''}`,
    payment: '/students/payments/:id',
    paymentReturn: '/students/payments/:id/return',
    receipt: '/students/receipts/:id',
    /** `tab` is one of the six sections; without it the first. */
    profile: (tab?: string) => `/students/profile${tab ? `?tab=${tab}` : ''}`,
    /** Leads from the mail to a new address; `?token=`. */
    confirmEmail: '/students/profile/email/confirm',
    /** Leads from the mail to the address before a change; `?token=`. Nobody need be signed in. */
    undoChange: '/students/undo-change',
    withdrawChange: '/students/profile/changes/:id/withdrawal',
    /** Asks whether to remove one of the own documents; `key` is the file's. */
    removeDocument: (key: string) => `/students/profile/documents/removal?file=${encodeURIComponent(key)}`,
    /** Who of the family may see and pay; from 18 on the student decides. */
    guardians: '/students/settings/guardians',
    myData: '/students/settings/data',
    myDataFile: '/students/settings/data/file',
    dashboard: '/students/dashboard',
    academicSessions: '/students/academic-sessions',
    attendance: '/students/attendance',
    leave: '/students/attendance/leave',
    newLeave: '/students/attendance/leave/new',
    withdrawLeave: '/students/attendance/leave/:id/withdrawal',
    consents: '/students/consents',
    grievances: '/students/grievances',
    newGrievance: '/students/grievances/new',
    grievance: '/students/grievances/:id',
    /** What the school must tell of a data breach; posting says that it was read. */
    breachNotice: '/students/breach-notices/:id',
    certificates: '/students/certificates',
    newCertificate: '/students/certificates/new',
    withdrawCertificate: '/students/certificates/requests/:id/withdrawal',
    /** One of the own fee certificates as PDF. */
    certificateCopy: '/students/certificates/copies/:id',
    /** Posting makes the certificate of what was paid in a financial year. */
    feeCertificate: '/students/certificates/fees',
    exams: '/students/exams',
    exam: '/students/exams/:id',
    timetable: '/students/timetable',
    results: '/students/results',
    result: '/students/results/:examId',
    reportCard: '/students/results/:examId/report-card.pdf',
    /** Cards by scheme: of terms and years. */
    reportCards: '/students/report-cards',
    schemeCard: '/students/report-cards/:id',
    schemeCardFile: '/students/report-cards/:id/card.pdf',
    notices: '/students/notices',
    notice: '/students/notices/:id',
    events: '/students/notices?tab=events',
    quizzes: '/students/quizzes',
    quizAttempts: '/students/quizzes/attempts',
    /** What a quiz is about before it is started, its questions while it runs. */
    quiz: '/students/quizzes/:id',
    startQuiz: '/students/quizzes/:id/start',
    saveAnswers: '/students/quizzes/:id/answers',
    /** Saves answers in the background, while the quiz is written. */
    keepAnswers: '/students/quizzes/:id/kept-answers',
    submitQuiz: '/students/quizzes/:id/submission',
    quizResult: '/students/quizzes/:id/result',
    shop: '/students/shop',
    shopSchool: '/students/shop/school',
    product: '/students/shop/:id',
    cart: '/students/cart',
    checkout: '/students/checkout',
    orders: '/students/orders',
    order: '/students/orders/:id',
    payOrder: '/students/orders/:id/pay',
    cancelOrder: '/students/orders/:id/cancellation',
    invoice: '/students/orders/:id/invoice.pdf',
    hostels: '/students/hostels',
    /** The own applications: the second tab. */
    hostelApplications: '/students/hostels?tab=applications',
    hostel: '/students/hostels/:id',
    hostelRoom: '/students/hostels/:hostelId/rooms/:id',
    /** The three steps of applying; the first may name a room. */
    applyForHostel: (room?: { hostel: string; room: string }) =>
      `/students/hostels/apply/room${room ? `?hostel=${room.hostel}&room=${room.room}` : ''}`,
    hostelGuardian: '/students/hostels/apply/guardian',
    hostelDetails: '/students/hostels/apply/details',
    hostelApplication: '/students/hostels/applications/:id',
    payHostel: '/students/hostels/applications/:id/payment',
    /** Takes back a declared payment (by its public id) for a place, to pay another way. */
    payHostelOtherwise: (id: string, payment: string) =>
      `/students/hostels/applications/${id}/declaration?payment=${payment}`,
    cancelHostel: '/students/hostels/applications/:id/cancellation',
    /** A bed that is held for somebody who waited. */
    hostelOffer: '/students/hostels/applications/:id/offer',
    /** The form, or what transport costs. */
    transport: (tab?: 'calculator') => `/students/transport${tab ? `?tab=${tab}` : ''}`,
    transportStatus: '/students/transport/status',
    /** Where a place of the form is searched for and chosen. */
    transportLocation: '/students/transport/places/:end',
    payTransport: '/students/transport/payment',
    cancelTransport: '/students/transport/cancellation',
    vehicles: '/students/vehicles',
    /** Vehicles near an address, near a point, or near the one of several places that an address was taken for. */
    vehicleSearch,
    /** The same for a place that was chosen from a list. */
    vehiclesNear: (address: string, point: { latitude: number; longitude: number }) =>
      vehicleSearch({ address, lat: String(point.latitude), lng: String(point.longitude) }),
    /** The own applications: the second tab. */
    vehicleApplications: '/students/vehicles?tab=applications',
    vehicle: '/students/vehicles/:id',
    /** The form; it may open with a vehicle and one of its routes (public ids). */
    applyForVehicle: (chosen?: { vehicle: string; route?: string }) =>
      `/students/vehicles/apply${chosen ? `?vehicle=${chosen.vehicle}${chosen.route ? `&route=${chosen.route}` : ''}` : ''}`,
    vehicleLocation: '/students/vehicles/apply/places/:end',
    vehicleApplication: '/students/vehicles/applications/:id',
    payVehicle: '/students/vehicles/applications/:id/payment',
    cancelVehicle: '/students/vehicles/applications/:id/cancellation',
  },
  guardian: {
    ...accountPaths.guardian,
    whoseAccount: '/guardians/whose-account',
    /** Where an invitation's code is typed; then where its account is made or chosen. */
    activate: '/guardians/activate',
    activateAccount: '/guardians/activate/account',
    /** Home, which says that nothing was done: another child was opened meanwhile. */
    anotherChild: '/guardians?opened=another',
    /** Home, which says that the child's pages were closed: the session or the right by which they were open has ended. */
    closedChild: '/guardians?opened=closed',
    /** Posting opens the pages of one child. */
    child: '/guardians/children/:id',
    consents: '/guardians/consents',
    /** How each school tells the guardian. */
    messages: '/guardians/messages',
    grievances: '/guardians/grievances',
    newGrievance: '/guardians/grievances/new',
    grievance: '/guardians/grievances/:id',
    /** What is owed at one school (public id); without one, at the first. */
    pay: (school?: string) => `/guardians/pay${school ? `?school=${school}` : ''}`,
    payments: (page = 1) => `/guardians/payments${page > 1 ? `?page=${page}` : ''}`,
    payment: '/guardians/payments/:id',
    paymentReturn: '/guardians/payments/:id/return',
    receipt: '/guardians/receipts/:id',
    /** What a school must tell of a data breach; posting says that it was read. */
    breachNotice: '/guardians/breach-notices/:id',
    account: '/guardians/account',
    changePassword: '/guardians/account/password',
    /** By what number or address the account is opened; then where a new address is confirmed. */
    signInNames: '/guardians/account/sign-in',
    confirmEmail: '/guardians/account/email',
    language: '/guardians/account/language',
    sessions: '/guardians/account/sessions',
    endSession: '/guardians/account/sessions/:id',
  },
  /** The calls of SP section 7 for quizzes, and those of HT section 7 that pages with a map make. */
  calls: {
    quizzes: '/student-management/quizzes',
    quizAttempts: '/student-management/quizzes/attempts',
    startQuiz: '/student-management/quizzes/:id/start',
    submitQuiz: '/student-management/quizzes/:id/submit',
    quizResult: '/student-management/quizzes/:id/result',
    transportFare: '/student-management/transport/calculate-fare',
    transportPlans: '/student-management/transport/payment-plans',
    reverseGeocode: '/student-management/transport/reverse-geocode',
    vehicleFee: '/student-management/vehicles/calculate-fee',
  },
  file: '/storage/*',
  webhook: '/webhooks/razorpay/:schoolId',
  /** Where gateways and WhatsApp report what became of messages. */
  smsWebhook: '/webhooks/sms/:schoolId',
  whatsappWebhook: '/webhooks/whatsapp/:schoolId',
  /** Where reports of mail that came back are posted, raw, by the operator's mail server. */
  mailBounces: '/webhooks/mail-bounces',
  /** No more bulk mail: a button, and where mail programs post their one click. */
  unsubscribe: '/unsubscribe/:token',
})

function vehicleSearch(asked: { address: string; lat: string; lng: string }): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== '')).toString()
  return `/students/vehicles${query ? `?${query}` : ''}`
}

/** An own path from what a browser sent as `redirectTo`; anything that could lead elsewhere becomes `fallback`. */
export function ownPath(wanted: unknown, fallback: string): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return fallback
  const url = new URL(wanted, 'http://own')
  // `/.//evil.example` has become `//evil.example`, which a browser takes for another host.
  return url.origin === 'http://own' && !url.pathname.startsWith('//') ? url.pathname + url.search : fallback
}

/** Login page of a role that leads back to the page asked for (only a GET can be repeated). */
export function loginPath(role: Side, request: Request): string {
  const { home, login } = accountPaths[role]
  const url = new URL(request.url)
  const here = url.pathname.replace(/\.data$/, '') + url.search
  return request.method === 'GET' && here !== home ? `${login}?redirectTo=${encodeURIComponent(here)}` : login
}
