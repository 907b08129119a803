import { Card, DefinitionList } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/shared/calendar'
import type { StudentStatus } from '~/models/students/status-options'
import { StatusBadge } from './__status-badge'

type AccountCardProps = {
  student: {
    publicId: string
    status: StudentStatus
    hasPassword: boolean
    leftOn: string | null
    leavingReason: string | null
    /** Without one the mobile number is the only sign-in name. */
    email: string | null
  }
  mayEdit: boolean
}

/** How a student stands with the school and the portal, and the ways to change it. */
export function AccountCard({ student, mayEdit }: AccountCardProps) {
  const { publicId, status } = student
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
        {status === 'left' && mayEdit ? (
          <a className="alone" href={schoolPaths.returnStudent(publicId)}>
            Re-admit student
          </a>
        ) : null}
        {status === 'active' && mayEdit && !student.hasPassword ? (
          <a className="alone" href={`${schoolPaths.slipsFile}?student=${publicId}`} data-reload>
            Activation slip
          </a>
        ) : null}
        {status === 'active' ? (
          <a className="alone" href={`${schoolPaths.idCardsFile}?student=${publicId}`} data-reload>
            ID card
          </a>
        ) : null}
        {status === 'active' && mayEdit ? (
          <a className="alone" href={schoolPaths.firstPassword(publicId)}>
            Reset to the first password
          </a>
        ) : null}
        {status !== 'left' && mayEdit ? (
          <>
            <a className="alone" href={schoolPaths.studentStatus(publicId)}>
              {status === 'active' ? 'Deactivate' : 'Restore'}
            </a>
            <a className="alone" href={schoolPaths.leaveStudent(publicId)}>
              Leave the school
            </a>
          </>
        ) : null}
      </div>
    </Card>
  )
}
