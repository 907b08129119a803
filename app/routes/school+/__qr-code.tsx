import type { QrView } from './__qr-code.server'

/** A QR code, black on white whatever the theme: cameras want it so. */
export function QrCode({ qr, label }: { qr: QrView; label: string }) {
  return (
    <svg className="qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={qr.size} height={qr.size} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  )
}
