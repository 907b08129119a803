import { ButtonLink } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, nextHref }: { codes: readonly string[]; nextHref: string }) {
  return (
    <>
      <p>{m.factor_codes_text()}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ButtonLink href={nextHref} label={m.factor_codes_kept()} />
    </>
  )
}
