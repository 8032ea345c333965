const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  sidebar: 'M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM9.5 5v14',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  clip: 'M19 11.5l-7.6 7.6a4.5 4.5 0 0 1-6.4-6.4l8-8a3 3 0 0 1 4.3 4.3l-8 8a1.5 1.5 0 0 1-2.2-2.2l7.3-7.2',
  file: 'M7 3.5h7l4.5 4.5v11.5a1 1 0 0 1-1 1h-10.5a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1ZM14 3.5v4.5h4.5M9 13h6M9 16.5h6',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM20 20l-4-4',
  edit: 'M4 20h4L19 9a2.1 2.1 0 0 0 0-3l-1-1a2.1 2.1 0 0 0-3 0L4 16v4ZM14 6l4 4',
  trash:
    'M4 7h16M9 7V5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2M6.5 7l.8 12a1 1 0 0 0 1 1h7.4a1 1 0 0 0 1-1l.8-12M10 11v5M14 11v5',
  copy: 'M9 9h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM5 15H4.5A.5.5 0 0 1 4 14.5v-10A.5.5 0 0 1 4.5 4h10a.5.5 0 0 1 .5.5V5',
  retry: 'M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M7 7l10 10M17 7L7 17',
  minus: 'M6 12h12',
  hand: 'M12 8v5M12 16.5v.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Z',
  shield: 'M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6l7-3ZM12 9v4M12 16v.01',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  down: 'M12 5v14M6 13l6 6 6-6',
  chevron: 'M9 6l6 6-6 6',
  speaker: 'M4 10v4h3.5L12 18V6L7.5 10H4ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.5v2M12 19.5v2M4.2 4.2l1.5 1.5M18.3 18.3l1.5 1.5M2.5 12h2M19.5 12h2M4.2 19.8l1.5-1.5M18.3 5.7l1.5-1.5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  more: 'M5 12v.01M12 12v.01M19 12v.01',
  pin: 'M12 15v6M8 4h8M9 4v6l-3 3v2h12v-2l-3-3V4',
  archive: 'M4 5h16v4H4zM5.5 9v10h13V9M10 13h4',
  share: 'M12 15V4M8 8l4-4 4 4M6 12H5v8h14v-8h-1',
  sliders: 'M4 8h9M17 8h3M15 5.5v5M4 16h3M11 16h9M9 13.5v5',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0V8ZM12 17v4',
  spark: 'M12 3l1.8 5.2L19 10l-5.2 1.8L12 17l-1.8-5.2L5 10l5.2-1.8L12 3ZM19 16v4M17 18h4',
  plane: 'M3 13.5l7-1.5V6.5a2 2 0 0 1 4 0V12l7 1.5v2l-7-1v3.5l2 1.5v1.5l-4-1-4 1V19.5l2-1.5v-3.5l-7 1v-2Z',
  wifi: 'M4 4l16 16M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 4.5-2.6M19 12a10 10 0 0 0-3-2.1M12 19v.01',
} as const

export type IconName = keyof typeof PATHS

/** Hidden from screen readers: the element around it has a name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
