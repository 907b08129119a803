import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Shell } from '~/components/shell/shell'
import { useClientLinks } from '~/components/shell/use-client-links'
import { AccountMenu, Alert, ButtonLink, LanguageMenu, LinkParagraph, type NavLink } from '~/components/ui'
import { paths } from '~/http/paths'
import { findReader, refuseSuspendedStudent } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { fullName } from '~/models/people/students/rules'
import { loadingWords } from './__loading-words.server'

/** Serves visitors too, since the home page is public; every page inside checks access itself. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await refuseSuspendedStudent(context, request)
  const student = await findReader(context, request)
  if (!student) return { ...nobody, loadingWords: {} }
  if (student.stage === 'choose-password') throw redirect(paths.student.choosePassword)
  const { schoolName, firstName, lastName, guardian, logoKey, photoKey, hasMapsKey } = student
  // A guardian sees breach notices on the guardian pages.
  const breachNotice = guardian ? null : student.breachNotice
  const studentName = fullName({ firstName, lastName })
  return {
    schoolName,
    studentName,
    guardian,
    logoKey,
    photoKey,
    hasMapsKey,
    breachNotice,
    loadingWords: loadingWords(),
  }
}

const nobody = {
  schoolName: null,
  studentName: null,
  guardian: null,
  logoKey: null,
  photoKey: null,
  hasMapsKey: false,
  breachNotice: null,
}

export default function StudentLayout() {
  const { studentName, guardian, logoKey, photoKey, hasMapsKey, breachNotice, loadingWords, ...student } =
    useLoaderData<typeof loader>()
  const { toast, language, dataSaver, path } = useRootData()
  useClientLinks(hasMapsKey)
  const signedIn = studentName !== null
  const schoolName = student.schoolName ?? m.shared_app_name()
  const space = schoolName.indexOf(' ')
  // Loads neither logo nor photo with data saver on.
  const pictureUrl = (key: string | null) => (dataSaver ? null : key && paths.file(key))
  const nav = {
    homeHref: paths.student.home,
    logoUrl: pictureUrl(logoKey),
    path,
    links: signedIn ? shownLinks(studentLinks(), guardian) : [],
    moreLinks: signedIn ? shownLinks(studentMoreLinks(), guardian) : [],
  }
  const head = (
    <>
      <p className="top-name">
        {space < 0 ? schoolName : schoolName.slice(0, space)}
        {space < 0 ? null : <span className="wide">{schoolName.slice(space)}</span>}
      </p>
      <LanguageMenu language={language} path={path} />
      {signedIn ? (
        <AccountMenu
          name={guardian?.name ?? studentName}
          photoUrl={pictureUrl(photoKey)}
          links={guardian ? guardianMenuLinks() : studentMenuLinks()}
          logoutAction={guardian ? paths.guardian.logout : paths.student.logout}
        />
      ) : (
        <ButtonLink href={paths.student.login} label={m.shell_login()} />
      )}
    </>
  )
  return (
    <Shell name={schoolName} path={path} nav={nav} head={head} toast={toast} loadingWords={loadingWords}>
      {guardian && studentName !== null ? <GuardianBanner child={studentName} name={guardian.name} /> : null}
      {breachNotice && !path.startsWith(paths.student.breachNotice(breachNotice)) ? (
        <Alert tone="bad" title={m.breaches_banner()}>
          <p>
            <a href={paths.student.breachNotice(breachNotice)}>{m.breaches_read()}</a>
          </p>
        </Alert>
      ) : null}
      <Outlet />
    </Shell>
  )
}

function GuardianBanner({ child, name }: { child: string; name: string }) {
  return (
    <Alert tone="info" title={m.guardians_banner({ child, name })}>
      <LinkParagraph href={paths.guardian.home} label={m.guardians_banner_back()} />
    </Alert>
  )
}

/**
 * Filters the student's links for a guardian. The profile is never shown, since it is the student's own; a guardian who
 * may not see the student's data gets only the fees.
 */
function shownLinks(links: NavLink[], guardian: { maySee: boolean } | null): NavLink[] {
  if (!guardian) return links
  return links.filter(({ href }) => (guardian.maySee ? href !== paths.student.profile() : href === paths.student.fees))
}

function guardianMenuLinks(): NavLink[] {
  return [
    { href: paths.guardian.home, label: m.guardians_children(), icon: 'home' },
    { href: paths.guardian.account, label: m.guardians_account(), icon: 'settings' },
  ]
}

/** Sidebar (student specification, section 2). */
function studentLinks(): NavLink[] {
  return [
    { href: paths.student.dashboard, label: m.dashboard_title(), icon: 'dashboard' },
    { href: paths.student.profile(), label: m.shell_profile(), icon: 'user' },
    { href: paths.student.fees, label: m.shell_fees(), icon: 'fees' },
    { href: paths.student.attendance, label: m.attendance_title(), icon: 'attendance' },
    { href: paths.student.exams, label: m.exams_title(), icon: 'exam' },
    { href: paths.student.timetable, label: m.timetable_title(), icon: 'calendar' },
    { href: paths.student.quizzes, label: m.quizzes_title(), icon: 'quiz' },
  ]
}

/** "More" group below the sidebar links. */
function studentMoreLinks(): NavLink[] {
  return [
    { href: paths.student.results, label: m.results_title(), icon: 'chart' },
    { href: paths.student.academicSessions, label: m.dashboard_academic_link(), icon: 'book' },
    { href: paths.student.certificates, label: m.certificates_title(), icon: 'exam' },
    { href: paths.student.consents, label: m.consents_title(), icon: 'check' },
    { href: paths.student.hostels, label: m.hostels_nav(), icon: 'hostel' },
    { href: paths.student.transport(), label: m.transport_title(), icon: 'bus' },
    { href: paths.student.vehicles, label: m.vehicles_title(), icon: 'van' },
    { href: paths.student.shop, label: m.shop_title(), icon: 'store' },
    { href: paths.student.notices, label: m.notices_title(), icon: 'bell' },
  ]
}

function studentMenuLinks(): NavLink[] {
  return [
    { href: paths.student.home, label: m.shell_home(), icon: 'home' },
    { href: paths.student.shop, label: m.shop_title(), icon: 'store' },
    { href: paths.student.dashboard, label: m.shell_dashboard(), icon: 'dashboard' },
    { href: paths.student.profile(), label: m.shell_profile(), icon: 'user' },
    { href: paths.student.settings, label: m.shell_settings(), icon: 'settings' },
  ]
}
