import { PublicShell } from '~/components/shell/public-shell'
import { ButtonLink } from '~/components/ui'
import { paths } from '~/http/paths'
import { anyone } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'

export const handle = pageTitle(() => m.public_home_title())

export function loader() {
  anyone()
  return null
}

export default function StartPage() {
  const { language, address, toast } = useRootData()
  return (
    <PublicShell language={language} path={address} column="text" toast={toast}>
      <h1>{m.public_welcome_title()}</h1>
      <p>{m.public_welcome_text()}</p>
      <section>
        <h2>{m.public_student_entry()}</h2>
        <p>{m.public_student_entry_text()}</p>
        <div className="actions">
          <ButtonLink href={paths.student.login} label={m.public_student_sign_in()} />
          <ButtonLink href={paths.student.register} variant="quiet" label={m.admissions_register_link()} />
        </div>
      </section>
      <section>
        <h2>{m.guardians_entry()}</h2>
        <p>{m.guardians_entry_text()}</p>
        <div className="actions">
          <ButtonLink href={paths.guardian.login} variant="secondary" label={m.guardians_login_title()} />
          <ButtonLink href={paths.guardian.activate} variant="quiet" label={m.guardians_activate_title()} />
        </div>
      </section>
      <section>
        <h2>{m.public_school_entry()}</h2>
        <p>{m.public_school_entry_text()}</p>
        <div className="actions">
          <ButtonLink href={schoolPaths.login} variant="secondary" label={m.public_school_sign_in()} />
          <ButtonLink href={schoolPaths.register} variant="quiet" label={m.public_school_register()} />
        </div>
      </section>
    </PublicShell>
  )
}
