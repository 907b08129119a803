import type { HostelType } from '~/models/money/hostels/options'
import { DrawnPicture } from '~/routes/students+/_shell+/__drawn-picture'

/** SVG paths on a grid of 120 by 64: a house with a roof, balconies, a tower with a flag, coolers under the windows. */
const drawings: Record<HostelType, string> = {
  standard: 'M30 60V34l30-20 30 20v26M55 60V48h10v12M38 42h9v8h-9zM73 42h9v8h-9zM10 60h100',
  deluxe:
    'M28 60V12h64v48M55 60V48h10v12M36 19h10v9H36zM55 19h10v9H55zM74 19h10v9H74zM33 31h54M36 36h10v9H36zM74 36h10v9H74zM33 48h16M71 48h16M10 60h100',
  premium:
    'M44 60V14h32v46M20 60V32h24M76 32h24v28M60 14V3l10 3-10 3M55 60V48h10v12M51 20h6v8h-6zM63 20h6v8h-6zM51 34h6v8h-6zM63 34h6v8h-6zM27 40h9v9h-9zM84 40h9v9h-9zM10 60h100',
  ac: 'M30 60V12h60v48M55 60V48h10v12M37 20h11v9H37zM72 20h11v9H72zM37 33h11v5H37zM72 33h11v5H72zM60 17v16M53 21l14 8M67 21l-14 8M10 60h100',
}

export function HostelPicture({ type, picture }: { type: HostelType; picture: string | null }) {
  return <DrawnPicture drawing={drawings[type]} picture={picture} />
}
