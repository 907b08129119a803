import { Card, DefinitionList, LoneLink } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/core/shared/calendar'
import type { StudentSections } from '~/models/people/students/find-sections.server'
import { StatusBadge } from './__status-badge'

type AccountCardProps = {
  /** `email` is null for a student without an e-mail address, who signs in with the mobile number. */
  student: Pick<StudentSections, 'publicId' | 'status' | 'hasPassword' | 'leftOn' | 'leavingReason'> & {
    email: string | null
  }
  mayEdit: boolean
}

export function AccountCard({ student, mayEdit }: AccountCardProps) {
  const { publicId, status } = student
  const isActive = status === 'active'
  const isHere = status !== 'left' && mayEdit
  const links: [may: boolean, href: string, words: string, isFile?: true][] = [
    [status === 'left' && mayEdit, schoolPaths.returnStudent(publicId), 'Re-admit student'],
    [
      isActive && mayEdit && !student.hasPassword,
      `${schoolPaths.slipsFile}?student=${publicId}`,
      'Activation slip',
      true,
    ],
    [isActive, `${schoolPaths.idCardsFile}?student=${publicId}`, 'ID card', true],
    [isActive && mayEdit, schoolPaths.firstPassword(publicId), 'Reset password to date of birth'],
    [isHere, schoolPaths.studentStatus(publicId), isActive ? 'Deactivate' : 'Restore'],
    [isHere, schoolPaths.leaveStudent(publicId), 'Mark as left'],
  ]
  return (
    <Card title="Account" aside={<StatusBadge student={student} />}>
      <DefinitionList
        items={
          status === 'left'
            ? [
                { label: 'Left on', value: student.leftOn && formatDay(student.leftOn, 'en') },
                { label: 'Reason', value: student.leavingReason },
              ]
            : [
                { label: 'Signs in with', value: student.email ? 'E-mail or mobile number' : 'Mobile number' },
                {
                  label: 'Password',
                  value: student.hasPassword
                    ? 'Chosen by the student'
                    : 'Not signed in yet: the first password is the date of birth as yyyy-mm-dd',
                },
              ]
        }
      />
      <div className="actions">
        {links.map(([isOpen, href, words, isFile]) =>
          isOpen ? (
            <LoneLink key={words} href={href} {...(isFile ? { 'data-reload': true } : {})} label={words} />
          ) : null,
        )}
      </div>
    </Card>
  )
}
