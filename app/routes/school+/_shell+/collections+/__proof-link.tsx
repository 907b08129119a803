import { paths } from '~/http/paths'

/** Picture or PDF that proves a declared payment; a picture is displayed directly. */
export function ProofLink({ proof }: { proof: { key: string; fileName: string; contentType: string } }) {
  const href = paths.file(proof.key)
  return (
    <a href={href}>
      {proof.contentType.startsWith('image/') ? <img src={href} alt="" height="120" loading="lazy" /> : null}
      {proof.fileName}
    </a>
  )
}
