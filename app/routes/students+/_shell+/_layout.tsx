import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { studentLinks, studentMenuLinks, studentMoreLinks } from '~/components/shell/student-links'
import { StudentShell } from '~/components/shell/student-shell'
import { useClientLinks } from '~/components/shell/use-client-links'
import { paths } from '~/http/paths'
import { findStudent } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'

/** The shell greets visitors too (home is public); every page inside guards itself. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await findStudent(context, request)
  if (!student) return { schoolName: null, studentName: null, logoKey: null, photoKey: null, hasMapsKey: false }
  if (student.stage === 'choose-password') throw redirect(paths.student.choosePassword)
  const { schoolName, firstName, lastName, logoKey, photoKey, hasMapsKey } = student
  return { schoolName, studentName: `${firstName} ${lastName}`, logoKey, photoKey, hasMapsKey }
}

export default function StudentLayout() {
  const { schoolName, studentName, logoKey, photoKey, hasMapsKey } = useLoaderData<typeof loader>()
  const { toast, language, dataSaver, path } = useRootData()
  useClientLinks(hasMapsKey)
  const signedIn = studentName !== null
  return (
    <StudentShell
      schoolName={schoolName ?? m.shared_app_name()}
      logoUrl={logoKey && paths.file(logoKey)}
      studentName={studentName}
      photoUrl={photoKey && paths.file(photoKey)}
      signedIn={signedIn}
      path={path}
      language={language}
      dataSaver={dataSaver}
      links={signedIn ? studentLinks() : []}
      moreLinks={signedIn ? studentMoreLinks() : []}
      menuLinks={studentMenuLinks()}
      toast={toast}
    >
      <Outlet />
    </StudentShell>
  )
}
