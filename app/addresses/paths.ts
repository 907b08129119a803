import { linksOf } from './links'

/** Addresses that every part of the portal has: its home page and its account pages. */
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

/**
 * Every address of the product except the school's side (school-paths.ts), so that links, redirects and tests agree.
 */
export const paths = linksOf({
  home: '/',
  language: '/language',
  dataSaver: '/data-saver',
  privacy: '/privacy',
  /** Schools with privacy notices, a school's notices in force, and one version of a notice. */
  privacySchools: '/privacy/schools',
  schoolPrivacy: '/privacy/:schoolId',
  privacyNotice: '/privacy/notices/:id',
  terms: '/terms',
  /** Page for a suspended school (public id), with its contact. */
  suspended: '/suspended/:schoolId',
  support: '/support',
  /** Form for a certificate's code, and the public page with its verification result. */
  verification: '/verify',
  verify: '/verify/:token',
  student: {
    ...accountPaths.student,
    choosePassword: '/students/choose-password',
    whoseAccount: '/students/whose-account',
    register: '/students/register',
    registerAt: '/students/register/:schoolId',
    application: '/students/application',
    withdrawApplication: '/students/application/withdrawal',
    settings: '/students/settings',
    changePassword: '/students/settings/password',
    settingsLanguage: '/students/settings/language',
    /** Open sessions of the account; POST signs out all others. */
    sessions: '/students/settings/sessions',
    endSession: '/students/settings/sessions/:id',
    fees: '/students/fees',
    /** Confirms the payment of one due; POST starts the payment. */
    pay: '/students/fees/:dueId/pay',
    /** Payment of several dues, or parts of them; `dues` are preselected. */
    paySeveral: (dues: readonly string[] = []) =>
      `/students/fees/pay${dues.length > 0 ? `?${dues.map((id) => `due=${id}`).join('&')}` : ''}`,
    transferFees: (dues: readonly string[] = []) =>
      `/students/fees/transfer${dues.length > 0 ? `?${dues.map((id) => `due=${id}`).join('&')}` : ''}`,
    /** Withdrawal of a declared payment, by its public id. */
    takeBackTransfer: (payment: string) => `/students/payments/${payment}/withdrawal`,
    /** Payments with their receipts; `kind` is one of the ledger's kinds of dues. */
    payments: (kind?: string) => `/students/payments${kind ? `?kind=${kind}` : ''}`,
    /** Statement as PDF; `session` is an academic session's public id. */
    statement: (session?: string) => `/students/payments/statement.pdf${session ? `?session=${session}` : ''}`,
    payment: '/students/payments/:id',
    paymentReturn: '/students/payments/:id/return',
    receipt: '/students/receipts/:id',
    /** `tab` is one of the six sections; default: the first. */
    profile: (tab?: string) => `/students/profile${tab ? `?tab=${tab}` : ''}`,
    /** Target of the link that is mailed to a new e-mail address; `?token=`. */
    confirmEmail: '/students/profile/email/confirm',
    /** Target of the link that is mailed to the previous e-mail address; `?token=`. Needs no sign-in. */
    undoChange: '/students/undo-change',
    withdrawChange: '/students/profile/changes/:id/withdrawal',
    /** Confirms the removal of one of the student's documents; `key` identifies its file. */
    removeDocument: (key: string) => `/students/profile/documents/removal?file=${encodeURIComponent(key)}`,
    /** Lets the student change the guardians' rights to see and pay. From age 18 the student decides. */
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
    /** A school's notice of a data breach; POST acknowledges it. */
    breachNotice: '/students/breach-notices/:id',
    certificates: '/students/certificates',
    newCertificate: '/students/certificates/new',
    withdrawCertificate: '/students/certificates/requests/:id/withdrawal',
    /** One of the student's fee certificates as PDF. */
    certificateCopy: '/students/certificates/copies/:id',
    /** POST makes the certificate of payments in a financial year. */
    feeCertificate: '/students/certificates/fees',
    exams: '/students/exams',
    exam: '/students/exams/:id',
    timetable: '/students/timetable',
    results: '/students/results',
    result: '/students/results/:examId',
    reportCard: '/students/results/:examId/report-card.pdf',
    /** Report cards by scheme, for terms and years. */
    reportCards: '/students/report-cards',
    schemeCard: '/students/report-cards/:id',
    schemeCardFile: '/students/report-cards/:id/card.pdf',
    notices: '/students/notices',
    notice: '/students/notices/:id',
    events: '/students/notices?tab=events',
    quizzes: '/students/quizzes',
    quizAttempts: '/students/quizzes/attempts',
    /** A quiz: its description before the start, its questions while it runs. */
    quiz: '/students/quizzes/:id',
    startQuiz: '/students/quizzes/:id/start',
    saveAnswers: '/students/quizzes/:id/answers',
    /** Saves answers in the background during a quiz. */
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
    hostelApplications: '/students/hostels?tab=applications',
    hostel: '/students/hostels/:id',
    hostelRoom: '/students/hostels/:hostelId/rooms/:id',
    /** Three steps of the application; the first may preselect a room. */
    applyForHostel: (room?: { hostel: string; room: string }) =>
      `/students/hostels/apply/room${room ? `?hostel=${room.hostel}&room=${room.room}` : ''}`,
    hostelGuardian: '/students/hostels/apply/guardian',
    hostelDetails: '/students/hostels/apply/details',
    hostelApplication: '/students/hostels/applications/:id',
    payHostel: '/students/hostels/applications/:id/payment',
    /** Withdraws a declared payment for a bed, so that the student can pay another way. */
    withdrawHostelPayment: (applicationId: string, paymentId: string) =>
      `/students/hostels/applications/${applicationId}/declaration?payment=${paymentId}`,
    cancelHostel: '/students/hostels/applications/:id/cancellation',
    /** Offer of a bed that is held for a student of the waiting list. */
    hostelOffer: '/students/hostels/applications/:id/offer',
    /** The application form, or the fare calculator. */
    transport: (tab?: 'calculator') => `/students/transport${tab ? `?tab=${tab}` : ''}`,
    transportStatus: '/students/transport/status',
    /** Page to find a location and choose it for the application form; `end` is `pickup` or `drop`. */
    transportLocation: '/students/transport/places/:end',
    payTransport: '/students/transport/payment',
    cancelTransport: '/students/transport/cancellation',
    vehicles: '/students/vehicles',
    /** Vehicles near an address, near a point, or near one of several locations that match an address. */
    vehicleSearch,
    /** Vehicles near a point that the user chose from the locations found for the address. */
    vehiclesNear: (address: string, point: { latitude: number; longitude: number }) =>
      vehicleSearch({ address, lat: String(point.latitude), lng: String(point.longitude) }),
    vehicleApplications: '/students/vehicles?tab=applications',
    vehicle: '/students/vehicles/:id',
    /** Application form; it may preselect a vehicle and one of its routes (public ids). */
    applyForVehicle: (preselection?: { vehicle: string; route?: string }) =>
      `/students/vehicles/apply${preselection ? `?vehicle=${preselection.vehicle}${preselection.route ? `&route=${preselection.route}` : ''}` : ''}`,
    vehicleLocation: '/students/vehicles/apply/places/:end',
    vehicleApplication: '/students/vehicles/applications/:id',
    payVehicle: '/students/vehicles/applications/:id/payment',
    cancelVehicle: '/students/vehicles/applications/:id/cancellation',
  },
  guardian: {
    ...accountPaths.guardian,
    whoseAccount: '/guardians/whose-account',
    /** Form for an invitation code, and the next page, which creates or chooses the account. */
    activate: '/guardians/activate',
    activateAccount: '/guardians/activate/account',
    /** Home with the message that nothing was done: another child's pages were opened since this page was loaded. */
    anotherChild: '/guardians?opened=another',
    /**
     * Home with the message that the child's pages were closed: the session or the right that opened them has ended.
     */
    closedChild: '/guardians?opened=closed',
    /** POST opens the pages of one child. */
    child: '/guardians/children/:id',
    consents: '/guardians/consents',
    /** Channels by which each school notifies the guardian. */
    messages: '/guardians/messages',
    grievances: '/guardians/grievances',
    newGrievance: '/guardians/grievances/new',
    grievance: '/guardians/grievances/:id',
    /** Balance due at one school (public id); default: the first school. */
    pay: (school?: string) => `/guardians/pay${school ? `?school=${school}` : ''}`,
    payments: (page = 1) => `/guardians/payments${page > 1 ? `?page=${page}` : ''}`,
    payment: '/guardians/payments/:id',
    paymentReturn: '/guardians/payments/:id/return',
    receipt: '/guardians/receipts/:id',
    /** A school's notice of a data breach; POST acknowledges it. */
    breachNotice: '/guardians/breach-notices/:id',
    account: '/guardians/account',
    changePassword: '/guardians/account/password',
    /** Mobile number and e-mail used for sign-in, and the confirmation of a new address. */
    signInNames: '/guardians/account/sign-in',
    confirmEmail: '/guardians/account/email',
    language: '/guardians/account/language',
    sessions: '/guardians/account/sessions',
    endSession: '/guardians/account/sessions/:id',
  },
  /** JSON calls for quizzes and for pages with a map (section 7 of the student and the transport specification). */
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
  /** Delivery reports of SMS gateways and WhatsApp. */
  smsWebhook: '/webhooks/sms/:schoolId',
  whatsappWebhook: '/webhooks/whatsapp/:schoolId',
  /** Bounce reports, posted raw by the operator's mail server. */
  mailBounces: '/webhooks/mail-bounces',
  /** Unsubscribes from bulk mail: a button, and the target of mail programs' one-click unsubscribe. */
  unsubscribe: '/unsubscribe/:token',
})

function vehicleSearch(location: { address: string; lat: string; lng: string }): string {
  const query = new URLSearchParams(Object.entries(location).filter(([, value]) => value !== '')).toString()
  return `/students/vehicles${query ? `?${query}` : ''}`
}
