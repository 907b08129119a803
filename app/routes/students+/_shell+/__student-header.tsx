import { Badge, DefinitionList, Icon } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

type StudentHeaderProps = {
  name: string
  /** The own small photo; without one a head is drawn. */
  photoUrl: string | null
  schoolName: string
  className: string | null
  sectionName: string | null
  rollNumber: number | null
  sessionName: string | null
}

/** Who and where: the head of the dashboard, with the gear that leads to what belongs to the student. */
export function StudentHeader(props: StudentHeaderProps) {
  const { name, photoUrl, sessionName } = props
  return (
    <section className="card who">
      <div className="who-head">
        {photoUrl ? (
          <img className="who-face" src={photoUrl} alt="" width="64" height="64" />
        ) : (
          <span className="who-face">
            <Icon name="user" size={36} />
          </span>
        )}
        <h2>{name}</h2>
        <details className="menu">
          <summary>
            <Icon name="settings" size={24} />
            <span className="sr">{m.dashboard_menu()}</span>
          </summary>
          <div className="menu-panel">
            <a className="go" href={paths.student.profile()}>
              <Icon name="user" />
              {m.dashboard_edit_profile()}
            </a>
            <a className="go" href={paths.student.attendance}>
              <Icon name="attendance" />
              {m.dashboard_view_attendance()}
            </a>
            <a className="go" href={paths.student.fees}>
              <Icon name="fees" />
              {m.dashboard_fee_details()}
            </a>
            <a className="go" href={paths.student.results}>
              <Icon name="chart" />
              {m.dashboard_view_results()}
            </a>
          </div>
        </details>
      </div>
      <DefinitionList
        items={[
          { label: m.dashboard_class(), value: props.className ?? m.dashboard_na() },
          { label: m.dashboard_section(), value: props.sectionName ?? m.dashboard_na() },
          { label: m.dashboard_roll(), value: props.rollNumber ?? m.dashboard_na() },
          { label: m.dashboard_school(), value: props.schoolName },
          {
            label: m.dashboard_session(),
            value: sessionName ? (
              <>
                {`${sessionName} `}
                <Badge tone="info">{m.dashboard_year()}</Badge>
              </>
            ) : (
              m.dashboard_na()
            ),
          },
        ]}
      />
    </section>
  )
}
