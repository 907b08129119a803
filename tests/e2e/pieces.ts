import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const office = 'app/routes/school+/_shell+'
const student = 'app/routes/students+/_shell+'

/**
 * Pieces that pages share, with the module that renders each. A piece tested with JavaScript on one page is assumed to
 * work on the others.
 */
export const pieces = {
  // Most pages
  shell: 'app/components/shell/shell.tsx',
  form: 'app/components/forms/use-server-form.ts',
  filters: 'app/components/ui/filter-bar.tsx',

  // Office
  'form page': 'app/kit/pages/form-page.tsx',
  'decision page': 'app/kit/pages/decision-page.tsx',
  'delete page': 'app/kit/pages/delete-page.tsx',
  'list page': 'app/kit/pages/list-page.tsx',
  'version lock': 'app/components/students/save-conflict.tsx',
  upload: 'app/components/forms/file-field.tsx',
  'picture page': `${office}/__picture-page.tsx`,
  'import report': `${office}/imports+/__import-report.tsx`,
  'print choice': `${office}/students+/__print-choice.tsx`,
  'search box': `${office}/__search-box.tsx`,
  'first steps': `${office}/__first-steps.tsx`,
  'admission form': `${office}/admissions+/__admission-form.tsx`,
  'attendance marks': `${office}/attendance+/__mark-form.tsx`,
  'marks grid': `${office}/__marks-grid.tsx`,
  'exam papers': `${office}/exams+/__papers-form.tsx`,
  'question form': `${office}/quizzes+/__question-form.tsx`,
  'promotion list': `${office}/enrollments+/__promote-form.tsx`,
  'roll numbers': `${office}/enrollments+/__register-form.tsx`,
  'fee form': `${office}/fees+/__fee-form.tsx`,
  counter: `${office}/collections+/__take-payment.tsx`,
  'payer search': 'app/components/school/choose-payer.tsx',
  'message preview': `${office}/__notification-parts.tsx`,
  'product form': `${office}/products+/__product-form.tsx`,
  'application page': `${office}/__application-page.tsx`,
  'vehicle documents': `${office}/vehicles+/__document-page.tsx`,
  'refund decision': 'app/components/decisions/refund-decision-page.tsx',
  'waiting money': 'app/components/decisions/waiting-money.tsx',
  'paper links': 'app/components/school/paper-links.tsx',
  'timetable week': 'app/components/timetable/week-table.tsx',

  // Accounts
  'sign-in form': 'app/components/accounts/sign-in-form.tsx',
  'account choice': 'app/components/accounts/whose-account-page.tsx',
  'sign-out': 'app/components/accounts/sign-out-page.tsx',
  'forgotten password': 'app/components/accounts/forgot-password-page.tsx',
  'new password': 'app/components/accounts/reset-password-page.tsx',
  'changed password': 'app/components/accounts/change-password-page.tsx',
  'second factor': 'app/components/accounts/factor-code-field.tsx',
  passkey: 'app/components/accounts/use-passkey.ts',
  sessions: 'app/components/accounts/sessions-page.tsx',

  // Families
  chart: 'app/components/charts/chart-frame.tsx',
  'dashboard lists': `${student}/__list-panels.tsx`,
  'child card': 'app/routes/guardians+/_shell+/__child-card.tsx',
  'profile tab': 'app/components/students/section-form.tsx',
  consents: 'app/components/consents/consent-cards.tsx',
  grievance: 'app/components/grievances/new-grievance-page.tsx',
  'payment form': 'app/components/payments/pay-several-form.tsx',
  'payment that moves on': 'app/components/payments/use-move-on.ts',
  'declared transfer': 'app/components/payments/transfer-fields.tsx',
  'data saver': 'app/components/shell/data-saver-form.tsx',
  quiz: `${student}/quizzes+/__take-quiz.tsx`,
  cart: `${student}/__cart-form.tsx`,
  checkout: `${student}/__checkout-form.tsx`,
  'hostel wizard': `${student}/hostels+/__wizard-frame.tsx`,
  'room payment': `${student}/hostels+/__room-payment.tsx`,
  'transport application': 'app/components/transport/application-form.tsx',
  'transport payment': `${student}/__transport-payment.tsx`,
  fare: 'app/components/transport/fare-result.tsx',
  map: 'app/components/maps/map-frame.tsx',
  'location choice': 'app/components/maps/location-choice.tsx',
  'address suggestions': 'app/components/maps/address-suggestions.tsx',
} as const satisfies Record<string, string>

export type Piece = keyof typeof pieces

/** Returns the pieces on the page of a route module: those that it imports itself or through its parts. */
export function piecesOf(routeFile: string): Piece[] {
  const modules = modulesOf(routeFile)
  return (Object.keys(pieces) as Piece[]).filter((piece) => modules.has(pieces[piece]))
}

const known = new Map<string, ReadonlyMap<string, readonly string[]>>()

/** Returns the product's modules that `file` imports, with the names imported from each. */
function importsOf(file: string): ReadonlyMap<string, readonly string[]> {
  const found = known.get(file) ?? new Map(readImports(file))
  known.set(file, found)
  return found
}

function readImports(file: string): Array<[file: string, names: readonly string[]]> {
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )([^'"]*?) from '([~.][^']*)'/gms)
  return [...imports].flatMap(([, names = '', from = '']): Array<[string, readonly string[]]> => {
    const base = from.startsWith('~/') ? from.replace('~/', 'app/') : path.join(path.dirname(file), from)
    const target = ['.tsx', '.ts', '/index.ts'].map((ending) => base + ending).find(existsSync)
    return target ? [[target, names.match(/\w+/g) ?? []]] : []
  })
}

function modulesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [target, names] of importsOf(file)) {
    if (!target.endsWith('/index.ts')) modulesOf(target, found)
    else {
      // The target only re-exports other modules: follows the ones whose names are imported.
      for (const [one, passed] of importsOf(target))
        if (passed.some((name) => names.includes(name))) modulesOf(one, found)
    }
  }
  return found
}
