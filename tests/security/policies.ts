import { randomUUID } from 'node:crypto'
import { todayInIndia } from '~/models/core/shared/calendar'
import { enrollmentsPolicies } from '../academics/enrollments-policies'
import { academicsPolicies } from '../academics/policies'
import { secondFactorPolicies } from '../accounts/second-factor-policies'
import { settingsPolicies } from '../accounts/settings-policies'
import { admissionsPolicies } from '../admissions/policies'
import { attendancePolicies } from '../attendance/policies'
import { breachPolicies } from '../breaches/policies'
import { certificatesPolicies } from '../certificates/policies'
import { consentsPolicies } from '../consents/policies'
import { dashboardPolicies } from '../dashboard/policies'
import { examsPolicies } from '../exams/policies'
import { resultsPolicies } from '../exams/results-policies'
import { collectionsPolicies } from '../fees/collections-policies'
import { feeRulesPolicies } from '../fees/fee-rules-policies'
import { reportsPolicies } from '../fees/reports-policies'
import { guardianOfficePolicies } from '../guardians/office-policies'
import { guardianPayPolicies } from '../guardians/pay-policies'
import { guardiansPolicies } from '../guardians/policies'
import { roomApplicationPolicies } from '../hostels/applications-policies'
import { hostelDecisionsPolicies } from '../hostels/decisions-policies'
import { hostelOfficePolicies } from '../hostels/office-policies'
import { hostelsPolicies } from '../hostels/policies'
import { importsPolicies } from '../imports/policies'
import { mailPolicies } from '../mail/policies'
import { messageSetupPolicies } from '../message-setup/policies'
import { messagingPolicies } from '../messaging/policies'
import { noticesPolicies } from '../notices/policies'
import { quizOfficePolicies } from '../quizzes/office-policies'
import { quizzesPolicies } from '../quizzes/policies'
import { registerPolicies } from '../register/policies'
import { reportCardsPolicies } from '../report-cards/policies'
import { retentionPolicies } from '../retention/policies'
import { secondPersonPolicies } from '../second-person/policies'
import { shopOfficePolicies } from '../shop/office-policies'
import { shopPolicies } from '../shop/policies'
import { peoplePolicies } from '../students/people-policies'
import { studentsPolicies } from '../students/policies'
import { profilePolicies } from '../students/profile-policies'
import { timetablePolicies } from '../timetable/policies'
import { transportDecisionsPolicies } from '../transport/decisions-policies'
import { transportOfficePolicies } from '../transport/office-policies'
import { transportPolicies } from '../transport/policies'
import { vehiclesPolicies } from '../transport/vehicles-policies'
import { allowed } from './permissions'
import type { Policy, RoutePolicy } from './policy'
import { filledAddress } from './route-address'
import { staffPassword, studentPassword, type Things, testKeys } from './world'

const signedIn = 'a session begins, which is nobody’s data'
const signedOut = 'a session ends, which is nobody’s data'

const written: Record<string, Policy> = {
  'routes/_public+/index': { get: 'everyone' },
  'routes/_public+/privacy.index': { get: 'everyone' },
  'routes/_public+/terms': { get: 'everyone' },
  'routes/_public+/suspended.$schoolId': {
    get: 'everyone',
    ids: (things) => [things.school.publicId],
    idIsPublic: true,
    // Redirects home unless the school is suspended.
    leadsTo: () => '/',
  },
  'routes/_public+/support': { get: 'everyone' },
  'routes/_public+/language': {
    get: 'everyone',
    post: 'everyone',
    leadsTo: () => '/',
    storesNothing: 'it is kept in a cookie',
    body: () => ({ language: 'gu', redirectTo: '/privacy' }),
  },
  'routes/_public+/data-saver': {
    get: 'everyone',
    post: 'everyone',
    leadsTo: () => '/',
    storesNothing: 'it is kept in a cookie',
    body: () => ({ saver: 'on', redirectTo: '/privacy' }),
  },
  'routes/healthz': { get: 'everyone' },
  'routes/readyz': { get: 'everyone' },
  // Operator routes: only the operator's token opens them; no session does.
  'routes/status': { get: 'everyone', verdict: () => 401 },
  'routes/metrics': { get: 'everyone', verdict: () => 401 },
  'routes/[.]well-known+/security[.]txt': { get: 'everyone' },
  'routes/storage+/$': { get: 'owner and school', ids: (things) => [things.file] },
  'routes/api+/fees.details.$studentId.$academicSessionId': {
    get: 'owner and school',
    post: 'nobody',
    ids: (things) => [things.student.publicId, things.session.publicId],
    // API calls get 401 instead of a redirect to sign in, and staff without the permission 404.
    verdict: (actor) => {
      const notSignedIn = ['anonymous', 'student who has no password yet']
      if (notSignedIn.includes(actor) || /code$|second factor$/.test(actor)) return 401
      return ['student', ...allowed['fees:view']].includes(actor) ? 'in' : 404
    },
  },
  'routes/webhooks+/razorpay.$school': {
    get: 'nobody',
    post: 'everyone',
    ids: (things) => [things.school.publicId],
    body: () => ({ event: 'payment_link.paid' }),
    idIsPublic: true,
    notAcceptedBecause: 'it is signed over its raw body (app/models/money/ledger tests)',
  },

  'routes/webhooks+/sms.$school': {
    get: 'nobody',
    post: 'everyone',
    ids: (things) => [things.school.publicId],
    body: () => ({ SmsSid: 'a1', Status: 'sent' }),
    idIsPublic: true,
    notAcceptedBecause: 'its address has a token (app/routes/webhooks+)',
  },
  'routes/webhooks+/whatsapp.$school': {
    get: 'everyone',
    post: 'everyone',
    ids: (things) => [things.school.publicId],
    // Only WhatsApp, which knows the school's verify token, gets an answer.
    verdict: (_actor, method) => (method === 'GET' ? 403 : 'in'),
    body: () => ({ object: 'whatsapp_business_account' }),
    idIsPublic: true,
    notAcceptedBecause: 'it is signed over its raw body (app/routes/webhooks+)',
  },

  'routes/students+/login': {
    get: 'guest',
    post: 'everyone',
    body: ({ student }) => ({ email: student.email ?? '', password: studentPassword }),
    storesNothing: signedIn,
  },
  'routes/students+/whose-account': {
    get: 'everyone',
    post: 'everyone',
    // The page needs a ticket, which is issued when a password fits several accounts.
    verdict: () => 'student login',
    body: ({ student }) => ({ account: student.publicId }),
  },
  'routes/students+/choose-password': {
    get: 'newcomer',
    post: 'newcomer',
    body: () => ({ password: 'mango-Tree-71', password_confirmation: 'mango-Tree-71' }),
  },
  'routes/students+/forgot-password': {
    get: 'everyone',
    post: 'everyone',
    body: ({ student }) => ({ email: student.email ?? '' }),
  },
  'routes/students+/reset-password': {
    get: 'everyone',
    post: 'everyone',
    body: ({ student }) => ({
      email: student.email ?? '',
      token: 'x'.repeat(43),
      password: 'mango-Tree-71',
      password_confirmation: 'mango-Tree-71',
    }),
    notAcceptedBecause: 'the token is in a mail (a flow shows it)',
  },
  'routes/students+/undo-change': {
    get: 'everyone',
    post: 'everyone',
    query: () => `token=${'x'.repeat(43)}`,
    // Only the token identifies the owner, independent of any session.
    verdict: () => 404,
    body: () => ({
      token: 'x'.repeat(43),
      name: 'A new school',
      person: 'Kiran Desai',
      phone: '079 2657 0000',
      address: '1 Ring Road, Surat',
      password: 'mango-Tree-71-by-the-gate',
      password_confirmation: 'mango-Tree-71-by-the-gate',
    }),
    notAcceptedBecause: 'the token is in a mail (a flow shows it)',
  },
  'routes/students+/logout': { get: 'everyone', post: 'everyone', body: () => ({}), storesNothing: signedOut },
  'routes/students+/_shell+/index': { get: 'everyone with a password' },
  'routes/students+/_shell+/settings+/index': { guardians: 'never', get: 'student' },
  'routes/students+/_shell+/settings+/language': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    leadsTo: () => '/students/settings',
    body: () => ({ language: 'gu' }),
  },
  'routes/students+/_shell+/settings+/password': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    body: () => ({
      current_password: studentPassword,
      password: 'mango-Tree-71',
      password_confirmation: 'mango-Tree-71',
    }),
  },
  'routes/students+/_shell+/settings+/sessions.index': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    body: () => ({}),
  },
  'routes/students+/_shell+/settings+/sessions.$id': {
    guardians: 'never',
    get: 'student',
    post: 'student',
    ids: (things) => [things.studentsSession],
    leadsTo: () => '/students/settings/sessions',
    body: () => ({}),
  },
  'routes/students+/_shell+/fees+/index': { guardians: 'money', get: 'student' },
  'routes/students+/_shell+/fees+/$dueId.pay': {
    guardians: 'pays',
    get: 'student',
    post: 'student',
    ids: (things) => [things.due.publicId],
    body: () => ({ form_key: randomUUID() }),
    notAcceptedBecause: 'the link is made by the provider (a flow shows it)',
  },
  'routes/students+/_shell+/payments+/$id.index': {
    guardians: 'money',
    get: 'student',
    ids: (things) => [things.openPayment],
  },
  'routes/students+/_shell+/payments+/$id.return': {
    get: 'everyone',
    ids: (things) => [things.openPayment],
    query: () => 'razorpay_signature=false',
    // The provider's signature, not the session, authenticates a payer's return, so a false one fails for every actor.
    verdict: (actor) => (actor === 'student who has no password yet' ? 'choose password' : 400),
    idIsPublic: true,
  },
  'routes/students+/_shell+/receipts+/$id': { guardians: 'money', get: 'student', ids: (things) => [things.receipt] },
  'routes/students+/_shell+/$': {
    get: 'nobody',
    guardians: 'reads',
    ids: () => ['no-such-page'],
    // Unknown page: 404, but visitors must sign in first (student specification, section 2).
    verdict: (actor) => {
      if (actor === 'student who has no password yet') return 'choose password'
      return ['student', 'classmate', 'student of another school'].includes(actor) ? 404 : 'student login'
    },
  },

  'routes/school+/login': {
    get: 'guest of the school',
    post: 'everyone',
    body: (_things, { staff }) => ({ email: staff.owner.email, password: staffPassword }),
    storesNothing: signedIn,
  },
  'routes/school+/register': {
    get: 'guest of the school',
    post: 'everyone',
    body: () => ({
      name: 'A new school',
      person: 'Kiran Desai',
      email: `new.${randomUUID()}@school.test`,
      phone: '079 2657 0000',
      address: '1 Ring Road, Surat',
    }),
  },
  'routes/school+/registration': {
    get: 'everyone',
    post: 'everyone',
    query: () => `token=${'x'.repeat(43)}`,
    body: () => ({
      token: 'x'.repeat(43),
      name: 'A new school',
      person: 'Kiran Desai',
      phone: '079 2657 0000',
      address: '1 Ring Road, Surat',
      password: 'mango-Tree-71-by-the-gate',
      password_confirmation: 'mango-Tree-71-by-the-gate',
    }),
    notAcceptedBecause: 'the token is in a mail (a flow shows it)',
  },
  'routes/school+/forgot-password': {
    get: 'everyone',
    post: 'everyone',
    body: (_things, { staff }) => ({ email: staff.owner.email }),
  },
  'routes/school+/reset-password': {
    get: 'everyone',
    post: 'everyone',
    body: (_things, { staff }) => ({
      email: staff.owner.email,
      token: 'x'.repeat(43),
      password: 'mango-Tree-71-by-the-gate',
      password_confirmation: 'mango-Tree-71-by-the-gate',
    }),
    notAcceptedBecause: 'the token is in a mail (a flow shows it)',
  },
  'routes/school+/logout': { get: 'everyone', post: 'everyone', body: () => ({}), storesNothing: signedOut },
  'routes/school+/_shell+/index': { get: 'any staff' },
  'routes/school+/_shell+/search': { get: 'any staff', query: () => 'search=a' },

  'routes/school+/_shell+/academic-sessions+/index': { get: 'academics:view' },
  'routes/school+/_shell+/academic-sessions+/new': {
    get: 'academics:edit',
    post: 'academics:edit',
    body: () => ({ name: '2031-32', starts_on: '2031-04-01', ends_on: '2032-03-31' }),
  },
  'routes/school+/_shell+/academic-sessions+/$id.edit': {
    get: 'academics:edit',
    post: 'academics:edit',
    ids: (things) => [things.session.publicId],
    body: ({ session }) => ({
      name: 'New name',
      starts_on: session.startsOn,
      ends_on: session.endsOn,
      is_current: 'on',
      version: '1',
    }),
  },
  'routes/school+/_shell+/academic-sessions+/$id.delete': {
    get: 'academics:edit',
    post: 'academics:edit',
    ids: (things) => [things.spare.session],
    body: () => ({}),
  },
  'routes/school+/_shell+/classes+/index[.]csv': { get: 'academics:view' },
  'routes/school+/_shell+/classes+/index': { get: 'academics:view' },
  'routes/school+/_shell+/classes+/new': {
    get: 'academics:edit',
    post: 'academics:edit',
    body: () => ({ name: 'Std 11 Science', position: '11' }),
  },
  'routes/school+/_shell+/classes+/$id.edit': {
    get: 'academics:edit',
    post: 'academics:edit',
    ids: (things) => [things.class.publicId],
    body: () => ({ name: 'Std 11 Commerce', position: '12', version: '1' }),
  },
  'routes/school+/_shell+/classes+/$id.delete': {
    get: 'academics:edit',
    post: 'academics:edit',
    ids: (things) => [things.spare.class],
    body: () => ({}),
  },
  'routes/school+/_shell+/sections+/index': { get: 'academics:view' },
  'routes/school+/_shell+/sections+/new': {
    get: 'academics:edit',
    post: 'academics:edit',
    body: (things) => ({ class: things.class.publicId, name: 'Q', capacity: '40' }),
  },
  'routes/school+/_shell+/sections+/$id.edit': {
    ignoresOthers: {
      class: 'the form shows it and does not change it',
      'class, too': 'the form shows it and does not change it',
    },
    get: 'academics:edit',
    post: 'academics:edit',
    ids: (things) => [things.section.publicId],
    body: (things) => ({ class: things.class.publicId, name: 'R', capacity: '45', version: '1' }),
  },
  'routes/school+/_shell+/sections+/$id.delete': {
    get: 'academics:edit',
    post: 'academics:edit',
    ids: (things) => [things.spare.section],
    body: () => ({}),
  },

  'routes/school+/_shell+/students+/index': { get: 'students:view' },
  'routes/school+/_shell+/students+/new': {
    get: 'students:edit',
    post: 'students:edit',
    body: (things) => ({
      ...studentFields,
      enrollment_number: `N-${randomUUID().slice(0, 8)}`,
      ...locationFields(things),
    }),
  },
  'routes/school+/_shell+/students+/$id.index': { get: 'students:view', ids: (things) => [things.student.publicId] },
  'routes/school+/_shell+/students+/$id.edit': {
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.student.publicId],
    body: (things) => ({ ...studentFields, enrollment_number: things.student.enrollmentNumber, version: '1' }),
  },
  'routes/school+/_shell+/students+/$id.enrollments.new': {
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.student.publicId],
    body: (things) => ({ ...locationFields(things), academic_session: things.spare.session }),
  },
  'routes/school+/_shell+/students+/$id.enrollments.$enrollmentId.edit': {
    ignoresOthers: {
      academic_session: 'the form shows it and does not change it',
      'academic_session, too': 'the form shows it and does not change it',
    },
    get: 'students:edit',
    post: 'students:edit',
    ids: (things) => [things.student.publicId, things.enrollment.publicId],
    body: (things) => ({ ...locationFields(things), roll_number: '9', version: '1' }),
  },

  'routes/school+/_shell+/fees+/index': { get: 'fees:view' },
  'routes/school+/_shell+/fees+/new': {
    get: 'fees:edit',
    post: 'fees:edit',
    body: (things) => ({ ...feeFields(things), name: 'Exam Fee', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/fees+/$id.index': { get: 'fees:view', ids: (things) => [things.fee] },
  'routes/school+/_shell+/fees+/$id.edit': {
    get: 'fees:edit',
    post: 'fees:edit',
    ids: (things) => [things.fee],
    body: (things) => ({ ...feeFields(things), name: 'Renamed Fee', version: '1' }),
  },
  'routes/school+/_shell+/fees+/$id.titles': {
    get: 'fees:edit',
    post: 'fees:edit',
    ids: (things) => [things.fee],
    body: () => ({
      name: 'Retitled Fee',
      version: '1',
      unpaid: '0',
      seen: '900000,2026-12-01:900000',
      'heads[0].amount': '9,000',
      'instalments[0].title': 'In summer',
      'instalments[0].due_on': '2026-12-01',
      'instalments[0].amount': '9,000',
    }),
  },
  'routes/school+/_shell+/fees+/$id.delete': {
    get: 'fees:edit',
    post: 'fees:edit',
    ids: (things) => [things.fee],
    body: () => ({}),
  },
  'routes/school+/_shell+/fees+/$id.assignment': {
    get: 'fees:edit',
    post: 'fees:edit',
    ids: (things) => [things.fee],
    body: () => ({}),
  },

  'routes/school+/_shell+/collections+/index': { get: 'fees:view' },
  'routes/school+/_shell+/collections+/index[.]csv': { get: 'fees:view' },
  'routes/school+/_shell+/collections+/new': {
    get: 'fees:collect',
    post: 'fees:collect',
    query: (things) => `due=${things.due.publicId}`,
    body: ({ due }) => ({
      form_key: randomUUID(),
      due: due.publicId,
      [`parts.d${due.publicId}`]: String(due.owedPaise / 100),
      [`owed.d${due.publicId}`]: String(due.owedPaise),
      sum_paise: String(due.owedPaise),
      method: 'cash',
      paid_on: todayInIndia(new Date()),
    }),
  },
  'routes/school+/_shell+/collections+/$id.index': { get: 'fees:view', ids: (things) => [things.payment] },
  'routes/school+/_shell+/receipts+/$id': { get: 'fees:view', ids: (things) => [things.receipt] },

  'routes/school+/_shell+/settings+/payments.index': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({
      version: '1',
      key_id: testKeys.keyId,
      key_secret: testKeys.keySecret,
      webhook_secret: testKeys.webhookSecret,
      password: staffPassword,
    }),
    notAcceptedBecause: 'the keys are tried at the provider (a flow shows it)',
  },
  'routes/school+/_shell+/settings+/payments.removal': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ own_password: staffPassword }),
  },
  ...messageSetupPolicies,
  ...studentsPolicies,
  ...profilePolicies,
  ...dashboardPolicies,
  ...attendancePolicies,
  ...guardiansPolicies,
  ...guardianPayPolicies,
  ...guardianOfficePolicies,
  ...breachPolicies,
  ...mailPolicies,
  ...certificatesPolicies,
  ...messagingPolicies,
  ...registerPolicies,
  ...consentsPolicies,
  ...examsPolicies,
  ...reportCardsPolicies,
  ...retentionPolicies,
  ...secondPersonPolicies,
  ...resultsPolicies,
  ...timetablePolicies,
  ...noticesPolicies,
  ...quizzesPolicies,
  ...quizOfficePolicies,
  ...shopPolicies,
  ...shopOfficePolicies,
  ...hostelDecisionsPolicies,
  ...roomApplicationPolicies,
  ...hostelOfficePolicies,
  ...hostelsPolicies,
  ...transportPolicies,
  ...vehiclesPolicies,
  ...transportOfficePolicies,
  ...transportDecisionsPolicies,
  ...peoplePolicies,
  ...importsPolicies,
  ...academicsPolicies,
  ...admissionsPolicies,
  ...enrollmentsPolicies,
  ...feeRulesPolicies,
  ...collectionsPolicies,
  ...reportsPolicies,
  ...settingsPolicies,
  ...secondFactorPolicies,
}

/** Policies of all routes by route id, from which the address is derived. A route without an entry fails the tests. */
export const policies: Record<string, RoutePolicy> = Object.fromEntries(
  Object.entries(written).map(([routeId, policy]) => [routeId, { ...policy, at: addressesOf(routeId, policy) }]),
)

function addressesOf(routeId: string, { ids, query }: Policy) {
  return (things: Things) => filledAddress(routeId, ids?.(things) ?? []) + (query ? `?${query(things)}` : '')
}

const studentFields = {
  first_name: 'Nisha',
  last_name: 'Vora',
  mother_name: 'Hetal Vora',
  father_name: 'Ketan Vora',
  address: '3 Station Road, Anand',
  gender: 'Female',
  date_of_birth: '2012-01-09',
  category: 'General',
  mobile_number: '9825012345',
  email: 'nisha.vora@family.test',
}

function locationFields({ session, section }: Things): Record<string, string> {
  return {
    academic_session: session.publicId,
    section: section.publicId,
    roll_number: '31',
    enrolled_on: session.startsOn,
  }
}

function feeFields({ session, class: ofClass }: Things): Record<string, string> {
  return {
    academic_session: session.publicId,
    class: ofClass.publicId,
    'heads[0].kind': 'tuition',
    'heads[0].name': 'Tuition Fee',
    'heads[0].amount': '12500',
    'instalments[0].title': 'First',
    'instalments[0].due_on': session.endsOn,
    'instalments[0].amount': '12500',
  }
}
