const CIRCLE = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z'

/** Line icons on a grid of 24, one path each, so that a page carries only the icons that it shows. */
const paths = {
  alert: 'M12 3l10 18H2zM12 10v4M12 16v2',
  attendance: 'M4 4h16v16H4zM8 12l3 3 5-6',
  bell: 'M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  book: 'M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14',
  bus: 'M5 4h14v13H5zM5 11h14M7 17v3M17 17v3',
  calendar: 'M4 6h16v15H4zM4 11h16M8 3v5M16 3v5',
  chart: 'M4 20V10M10 20V4M16 20v-7M3 20h18',
  check: 'M5 12l5 5 9-10',
  clock: `${CIRCLE}M12 7v5l3 3`,
  close: 'M6 6l12 12M18 6L6 18',
  dashboard: 'M4 4h6v7H4zM14 4h6v4h-6zM14 12h6v8h-6zM4 15h6v5H4z',
  download: 'M12 3v12M7 10l5 5 5-5M4 20h16',
  exam: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7',
  fees: 'M7 4h10M7 9h10M7 4h3a5 5 0 0 1 0 10H7l7 7',
  home: 'M3 11l9-8 9 8v9h-6v-6H9v6H3z',
  hostel: 'M4 21V4h10v17M14 10h6v11M3 21h18M8 8h2M8 12h2M8 16h2',
  info: `${CIRCLE}M12 11v6M12 7v2`,
  language: `${CIRCLE}M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18`,
  logout: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  mail: 'M3 6h18v13H3zM3 7l9 7 9-7',
  plus: 'M12 5v14M5 12h14',
  quiz: `${CIRCLE}M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .9-1 1.7M12 16v2`,
  receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  school: 'M3 10l9-6 9 6M5 10v10h14V10M9 20v-6h6v6',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  store: 'M5 8h14l1 13H4zM9 8V7a3 3 0 0 1 6 0v1',
  upload: 'M12 15V3M7 8l5-5 5 5M4 20h16',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  users: 'M9 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21a7 7 0 0 1 14 0M16 4.5a4 4 0 0 1 0 7M18 14.5a7 7 0 0 1 4 6.5',
  van: 'M2 6h12v11H2zM14 10h4l4 4v3h-8M6 17v3M18 17v3',
}

export type IconName = keyof typeof paths

/** Icon beside a text, never alone. Size and lines are attributes, so that it looks right without the stylesheet. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="i"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
