import { listHref } from '~/components/school/list-href'
import { LoneLink } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'

type StudentLinksProps = { id: string; enrollmentNumber: string; may: StudentWays }

/** Pages that the user may open. */
export type StudentWays = {
  money: boolean
  changeRequests: boolean
  guardians: boolean
  admission: string | null
  notices: boolean
  transport: boolean
  certificates: boolean
  newCertificate: boolean
  register: boolean
  consents: boolean
  hold?: boolean
}

export function StudentLinks({ id, enrollmentNumber, may }: StudentLinksProps) {
  const ofStudent = { search: enrollmentNumber }
  const links: [may: unknown, href: string, words: string][] = [
    [true, schoolPaths.academicHistory(id), 'Academic history'],
    [may.money, schoolPaths.studentFees(id), 'All fees'],
    [may.money, schoolPaths.studentConcessions(id), 'Concessions'],
    [may.admission, schoolPaths.admission(may.admission ?? ''), 'Admission'],
    [may.guardians, schoolPaths.studentGuardians(id), 'Guardians'],
    [may.changeRequests, listHref(schoolPaths.changeRequests, ofStudent), 'Change requests'],
    [may.transport, listHref(schoolPaths.transportApplications, ofStudent), 'Transport'],
    [may.certificates, listHref(schoolPaths.certificates, ofStudent), 'Certificates'],
    [may.newCertificate, schoolPaths.newCertificate(id), 'New certificate'],
    [may.register, schoolPaths.registerEntry(id), 'Register entry'],
    [may.consents, schoolPaths.studentConsents(id), 'Consents'],
    [may.notices, schoolPaths.writeTo(id), 'Send notice'],
    [may.hold, schoolPaths.holdStudent(id), 'Retain records'],
  ]
  return (
    <nav className="actions" aria-label="More about the student">
      {links.map(([isOpen, href, words]) => (isOpen ? <LoneLink key={words} href={href} label={words} /> : null))}
    </nav>
  )
}
