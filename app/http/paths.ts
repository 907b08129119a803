/** Every address of the product, typed, so that links, redirects and tests agree. */
export const paths = {
  home: '/',
  language: '/language',
  dataSaver: '/data-saver',
  privacy: '/privacy',
  terms: '/terms',
  support: '/support',
  student: {
    home: '/students',
    login: '/students/login',
    logout: '/students/logout',
    forgotPassword: '/students/forgot-password',
    resetPassword: '/students/reset-password',
    choosePassword: '/students/choose-password',
    whoseAccount: '/students/whose-account',
    settings: '/students/settings',
    changePassword: '/students/settings/password',
    settingsLanguage: '/students/settings/language',
    signOutEverywhere: '/students/settings/sessions',
    fees: '/students/fees',
    /** Asks whether to pay this due now; posting starts the payment. */
    pay: (dueId: string) => `/students/fees/${dueId}/pay`,
    payment: (id: string) => `/students/payments/${id}`,
    paymentReturn: (id: string) => `/students/payments/${id}/return`,
    receipt: (id: string) => `/students/receipts/${id}`,
  },
  school: {
    home: '/school',
    login: '/school/login',
    register: '/school/register',
    logout: '/school/logout',
    forgotPassword: '/school/forgot-password',
    resetPassword: '/school/reset-password',
    students: '/school/students',
    newStudent: '/school/students/new',
    student: (id: string) => `/school/students/${id}`,
    editStudent: (id: string) => `/school/students/${id}/edit`,
    enrollStudent: (id: string) => `/school/students/${id}/enrollments/new`,
    editEnrollment: (studentId: string, id: string) => `/school/students/${studentId}/enrollments/${id}/edit`,
    classes: '/school/classes',
    newClass: '/school/classes/new',
    editClass: (id: string) => `/school/classes/${id}/edit`,
    deleteClass: (id: string) => `/school/classes/${id}/delete`,
    sections: '/school/sections',
    newSection: '/school/sections/new',
    editSection: (id: string) => `/school/sections/${id}/edit`,
    deleteSection: (id: string) => `/school/sections/${id}/delete`,
    sessions: '/school/academic-sessions',
    newSession: '/school/academic-sessions/new',
    editSession: (id: string) => `/school/academic-sessions/${id}/edit`,
    deleteSession: (id: string) => `/school/academic-sessions/${id}/delete`,
    fees: '/school/fees',
    newFee: '/school/fees/new',
    fee: (id: string) => `/school/fees/${id}`,
    editFee: (id: string) => `/school/fees/${id}/edit`,
    /** Name and titles, when amounts and dates are fixed. */
    feeTitles: (id: string) => `/school/fees/${id}/titles`,
    deleteFee: (id: string) => `/school/fees/${id}/delete`,
    assignFee: (id: string) => `/school/fees/${id}/assignment`,
    collections: '/school/collections',
    collectionsFile: '/school/collections.csv',
    newPayment: '/school/collections/new',
    /** Offline payment: what this student owes. */
    collectFrom: (studentId: string) => `/school/collections/new?student=${studentId}`,
    /** Offline payment of one due. */
    collect: (dueId: string) => `/school/collections/new?due=${dueId}`,
    payment: (id: string) => `/school/collections/${id}`,
    receipt: (id: string) => `/school/receipts/${id}`,
    settings: '/school/settings',
    paymentKeys: '/school/settings/payments',
    removePaymentKeys: '/school/settings/payments/removal',
  },
  webhook: (schoolId: string) => `/webhooks/razorpay/${schoolId}`,
} as const

/** An own path from what a browser sent as `redirectTo`; anything that could lead elsewhere becomes `fallback`. */
export function ownPath(wanted: unknown, fallback: string): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return fallback
  const url = new URL(wanted, 'http://own')
  return url.origin === 'http://own' ? url.pathname + url.search : fallback
}

/** Login page of a role that leads back to the page asked for (only a GET can be repeated). */
export function loginPath(role: 'student' | 'school', request: Request): string {
  const login = role === 'student' ? paths.student.login : paths.school.login
  const url = new URL(request.url)
  const here = url.pathname.replace(/\.data$/, '') + url.search
  const home = role === 'student' ? paths.student.home : paths.school.home
  return request.method === 'GET' && here !== home ? `${login}?redirectTo=${encodeURIComponent(here)}` : login
}
