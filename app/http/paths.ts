/** What both sides have: each side's home and the pages of its accounts. */
export const accountPaths = {
  student: {
    home: '/students',
    login: '/students/login',
    logout: '/students/logout',
    forgotPassword: '/students/forgot-password',
    resetPassword: '/students/reset-password',
  },
  school: {
    home: '/school',
    login: '/school/login',
    logout: '/school/logout',
    forgotPassword: '/school/forgot-password',
    resetPassword: '/school/reset-password',
  },
} as const

/** Every address of the product but the school's side (school-paths.ts), typed, so that links, redirects and tests agree. */
export const paths = {
  home: '/',
  language: '/language',
  dataSaver: '/data-saver',
  privacy: '/privacy',
  terms: '/terms',
  support: '/support',
  student: {
    ...accountPaths.student,
    choosePassword: '/students/choose-password',
    whoseAccount: '/students/whose-account',
    register: '/students/register',
    /** The form of one school. */
    registerAt: (schoolId: string) => `/students/register/${schoolId}`,
    application: '/students/application',
    withdrawApplication: '/students/application/withdrawal',
    settings: '/students/settings',
    changePassword: '/students/settings/password',
    settingsLanguage: '/students/settings/language',
    /** Where the account is open; posting signs out everywhere else. */
    sessions: '/students/settings/sessions',
    endSession: (id: string) => `/students/settings/sessions/${id}`,
    fees: '/students/fees',
    /** Asks whether to pay this due now; posting starts the payment. */
    pay: (dueId: string) => `/students/fees/${dueId}/pay`,
    /** Several dues at once, and parts of them; `dues` are ticked. */
    paySeveral: (dues: readonly string[] = []) =>
      `/students/fees/pay${dues.length > 0 ? `?${dues.map((id) => `due=${id}`).join('&')}` : ''}`,
    payment: (id: string) => `/students/payments/${id}`,
    paymentReturn: (id: string) => `/students/payments/${id}/return`,
    receipt: (id: string) => `/students/receipts/${id}`,
    /** `tab` is one of the six sections; without it the first. */
    profile: (tab?: string) => `/students/profile${tab ? `?tab=${tab}` : ''}`,
    /** Leads from the mail to a new address; `?token=`. */
    confirmEmail: '/students/profile/email/confirm',
    /** Leads from the mail to the address before a change; `?token=`. Nobody need be signed in. */
    undoChange: '/students/undo-change',
    withdrawChange: (id: string) => `/students/profile/changes/${id}/withdrawal`,
    /** Asks whether to remove one of the own documents; `key` is the file's. */
    removeDocument: (key: string) => `/students/profile/documents/removal?file=${encodeURIComponent(key)}`,
    myData: '/students/settings/data',
    myDataFile: '/students/settings/data/file',
    dashboard: '/students/dashboard',
    academicSessions: '/students/academic-sessions',
    attendance: '/students/attendance',
    leave: '/students/attendance/leave',
    newLeave: '/students/attendance/leave/new',
    withdrawLeave: (id: string) => `/students/attendance/leave/${id}/withdrawal`,
    exams: '/students/exams',
    exam: (id: string) => `/students/exams/${id}`,
    timetable: '/students/timetable',
    results: '/students/results',
    result: (examId: string) => `/students/results/${examId}`,
    reportCard: (examId: string) => `/students/results/${examId}/report-card.pdf`,
    notices: '/students/notices',
    notice: (id: string) => `/students/notices/${id}`,
    events: '/students/notices?tab=events',
    quizzes: '/students/quizzes',
    quizAttempts: '/students/quizzes/attempts',
    /** What a quiz is about before it is started, its questions while it runs. */
    quiz: (id: string) => `/students/quizzes/${id}`,
    startQuiz: (id: string) => `/students/quizzes/${id}/start`,
    saveAnswers: (id: string) => `/students/quizzes/${id}/answers`,
    /** Saves answers in the background, while the quiz is written. */
    keepAnswers: (id: string) => `/students/quizzes/${id}/kept-answers`,
    submitQuiz: (id: string) => `/students/quizzes/${id}/submission`,
    quizResult: (id: string) => `/students/quizzes/${id}/result`,
    shop: '/students/shop',
    shopSchool: '/students/shop/school',
    product: (id: string) => `/students/shop/${id}`,
    cart: '/students/cart',
    checkout: '/students/checkout',
    orders: '/students/orders',
    order: (id: string) => `/students/orders/${id}`,
    payOrder: (id: string) => `/students/orders/${id}/pay`,
    cancelOrder: (id: string) => `/students/orders/${id}/cancellation`,
    invoice: (id: string) => `/students/orders/${id}/invoice.pdf`,
    hostels: '/students/hostels',
    /** The own applications: the second tab. */
    hostelApplications: '/students/hostels?tab=applications',
    hostel: (id: string) => `/students/hostels/${id}`,
    hostelRoom: (hostelId: string, id: string) => `/students/hostels/${hostelId}/rooms/${id}`,
    /** The three steps of applying; the first may name a room. */
    applyForHostel: (room?: { hostel: string; room: string }) =>
      `/students/hostels/apply/room${room ? `?hostel=${room.hostel}&room=${room.room}` : ''}`,
    hostelGuardian: '/students/hostels/apply/guardian',
    hostelDetails: '/students/hostels/apply/details',
    hostelApplication: (id: string) => `/students/hostels/applications/${id}`,
    payHostel: (id: string) => `/students/hostels/applications/${id}/payment`,
    /** Takes back a declared payment (by its public id) for a place, to pay another way. */
    payHostelOtherwise: (id: string, payment: string) =>
      `/students/hostels/applications/${id}/declaration?payment=${payment}`,
    cancelHostel: (id: string) => `/students/hostels/applications/${id}/cancellation`,
    /** A bed that is held for somebody who waited. */
    hostelOffer: (id: string) => `/students/hostels/applications/${id}/offer`,
    /** `tab`: the form, the status of the application, or what transport costs. */
    transport: (tab?: 'status' | 'calculator') =>
      tab === 'status' ? '/students/transport/status' : `/students/transport${tab ? `?tab=${tab}` : ''}`,
    /** Where a place of the form is searched for and chosen. */
    transportPlace: (end: 'pickup' | 'drop') => `/students/transport/places/${end}`,
    payTransport: '/students/transport/payment',
    cancelTransport: '/students/transport/cancellation',
    vehicles: '/students/vehicles',
    /** Vehicles near an address, near a point, or near the one of several places that an address was taken for. */
    vehicleSearch: (asked: { address: string; lat: string; lng: string }) => {
      const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== '')).toString()
      return `/students/vehicles${query ? `?${query}` : ''}`
    },
    /** The same for a place that was chosen from a list. */
    vehiclesNear: (address: string, point: { latitude: number; longitude: number }): string =>
      paths.student.vehicleSearch({ address, lat: String(point.latitude), lng: String(point.longitude) }),
    /** The own applications: the second tab. */
    vehicleApplications: '/students/vehicles?tab=applications',
    vehicle: (id: string) => `/students/vehicles/${id}`,
    /** The form; it may open with a vehicle and one of its routes (public ids). */
    applyForVehicle: (chosen?: { vehicle: string; route?: string }) =>
      `/students/vehicles/apply${chosen ? `?vehicle=${chosen.vehicle}${chosen.route ? `&route=${chosen.route}` : ''}` : ''}`,
    vehiclePlace: (end: 'pickup' | 'drop') => `/students/vehicles/apply/places/${end}`,
    vehicleApplication: (id: string) => `/students/vehicles/applications/${id}`,
    payVehicle: (id: string) => `/students/vehicles/applications/${id}/payment`,
    cancelVehicle: (id: string) => `/students/vehicles/applications/${id}/cancellation`,
  },
  /** The calls of SP section 7 for quizzes, and those of HT section 7 that pages with a map make. */
  calls: {
    quizzes: '/student-management/quizzes',
    quizAttempts: '/student-management/quizzes/attempts',
    startQuiz: (id: string) => `/student-management/quizzes/${id}/start`,
    submitQuiz: (id: string) => `/student-management/quizzes/${id}/submit`,
    quizResult: (id: string) => `/student-management/quizzes/${id}/result`,
    transportFare: '/student-management/transport/calculate-fare',
    transportPlans: '/student-management/transport/payment-plans',
    reverseGeocode: '/student-management/transport/reverse-geocode',
    vehicleFee: '/student-management/vehicles/calculate-fee',
  },
  file: (key: string) => `/storage/${key}`,
  webhook: (schoolId: string) => `/webhooks/razorpay/${schoolId}`,
} as const

/** An own path from what a browser sent as `redirectTo`; anything that could lead elsewhere becomes `fallback`. */
export function ownPath(wanted: unknown, fallback: string): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return fallback
  const url = new URL(wanted, 'http://own')
  // `/.//evil.example` has become `//evil.example`, which a browser takes for another host.
  return url.origin === 'http://own' && !url.pathname.startsWith('//') ? url.pathname + url.search : fallback
}

/** Login page of a role that leads back to the page asked for (only a GET can be repeated). */
export function loginPath(role: 'student' | 'school', request: Request): string {
  const { home, login } = accountPaths[role]
  const url = new URL(request.url)
  const here = url.pathname.replace(/\.data$/, '') + url.search
  return request.method === 'GET' && here !== home ? `${login}?redirectTo=${encodeURIComponent(here)}` : login
}
