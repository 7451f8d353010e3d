import type { SVGProps } from 'react'

/**
 * Line icons on a 24 × 24 grid with a 1.7 stroke; hidden from screen readers, so they need a label.
 */
const draw =
  (path: string) =>
  ({ size = 18, ...rest }: { size?: number } & SVGProps<SVGSVGElement>) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      <path d={path} />
    </svg>
  )

export const LinksIcon = draw(
  'M10 14a4 4 0 0 0 5.7 0l3.6-3.600a4 4 0 0 0-5.7-5.700l-1.2 1.2 M14 10a4 4 0 0 0-5.7 0l-3.6 3.600a4 4 0 0 0 5.7 5.700l1.2-1.2',
)
export const ChartIcon = draw('M4 20h16 M7 16v-5 M12 16V6 M17 16v-8')
export const FolderIcon = draw(
  'M4 7a2 2 0 0 1 2-2h3.500l2.5 2.500H18a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z',
)
export const TagIcon = draw(
  'M4 5.500V11l8.5 8.500a1.5 1.5 0 0 0 2.1 0l4.9-4.900a1.5 1.5 0 0 0 0-2.100L11 4H5.500A1.5 1.5 0 0 0 4 5.500z M8.2 8.200h.01',
)
export const GlobeIcon = draw(
  'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z M3.7 12h16.6 M12 3.500c2.4 2.3 3.6 5.2 3.6 8.500s-1.2 6.2-3.6 8.500c-2.4-2.3-3.6-5.2-3.6-8.500s1.2-6.2 3.6-8.500z',
)
export const PhoneIcon = draw(
  'M8.5 3h7A1.5 1.5 0 0 1 17 4.500v15a1.5 1.5 0 0 1-1.5 1.500h-7A1.5 1.5 0 0 1 7 19.500v-15A1.5 1.5 0 0 1 8.5 3z M11 18h2',
)
export const KeyIcon = draw(
  'M14.5 4a5.5 5.5 0 1 0 3.9 9.400A5.5 5.5 0 0 0 14.5 4z M10.6 13.4 4 20v-3.5 M6.5 17.5 9 20 M15.7 8.300h.01',
)
export const HookIcon = draw(
  'M12 7.500a3 3 0 1 1 2.8 3l-1.2 0-3.1 5.5 M6.5 13a3.5 3.5 0 1 0 4 3.500h6 M17.5 20a3.5 3.5 0 1 0-2.5-6',
)
export const GearIcon = draw(
  'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z M12 3v3 M12 18v3 M3 12h3 M18 12h3 M5.6 5.600l2.1 2.1 M16.3 16.300l2.1 2.1 M5.6 18.400l2.1-2.1 M16.3 7.700l2.1-2.1',
)
export const PeopleIcon = draw(
  'M9 5a3.200 3.200 0 1 0 0 6.400a3.200 3.200 0 1 0 0-6.400z M3 19c.4-3 2.900-4.600 6-4.600s5.600 1.600 6 4.600 M15.500 5.300a3.200 3.200 0 0 1 0 5.800 M17.500 14.700c2 .6 3.300 2.100 3.600 4.300',
)
export const PersonIcon = draw(
  'M12 4.500a3.7 3.7 0 1 0 0 7.400a3.7 3.7 0 1 0 0-7.400z M4.800 20c.5-3.600 3.500-5.500 7.200-5.500s6.700 1.900 7.200 5.500',
)
export const HistoryIcon = draw(
  'M8 6.500h12 M8 12h12 M8 17.500h12 M4 6.500h.01 M4 12h.01 M4 17.500h.01',
)
export const BookmarkIcon = draw(
  'M7.500 4h9A1.5 1.5 0 0 1 18 5.500V20l-6-4.500L6 20V5.500A1.5 1.5 0 0 1 7.500 4z',
)
export const PlusIcon = draw('M12 5v14 M5 12h14')
export const SearchIcon = draw('M11 4.500a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z M16 16l4 4')
export const TrashIcon = draw(
  'M5 7h14 M9.5 7V4.500h5V7 M7 7l.8 12.500h8.400L17 7 M10.5 11v5 M13.5 11v5',
)
export const CopyIcon = draw(
  'M9 9.500A1.5 1.5 0 0 1 10.5 8h8A1.5 1.5 0 0 1 20 9.500v9a1.5 1.5 0 0 1-1.5 1.500h-8A1.5 1.5 0 0 1 9 18.500z M5.5 15.500A1.5 1.5 0 0 1 4 14V5.500A1.5 1.5 0 0 1 5.5 4H14a1.5 1.5 0 0 1 1.5 1.5',
)
export const CheckIcon = draw('M5 12.500l4.5 4.500L19 7.5')
export const CloseIcon = draw('M6 6l12 12 M18 6L6 18')
export const MoreIcon = ({ size = 18 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d="M3.8 12a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 1 0-3.4 0zM10.3 12a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 1 0-3.4 0zM16.8 12a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 1 0-3.4 0z" />
  </svg>
)
export const PencilIcon = draw(
  'M4 20l1-4.500L16.5 4a1.8 1.8 0 0 1 2.5 0l1 1a1.8 1.8 0 0 1 0 2.500L8.5 19z M14.5 6l3.5 3.5',
)
export const QrIcon = draw(
  'M4 4h6v6H4z M14 4h6v6h-6z M4 14h6v6H4z M14 14h2v2h-2z M20 14v2 M18 18h2v2 M14 20v-1',
)
export const DownloadIcon = draw('M12 4v11 M7 10.500l5 5 5-5 M4.5 20h15')
export const UploadIcon = draw('M12 16V5 M7 9.500l5-5 5 5 M4.5 20h15')
export const SunIcon = draw(
  'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z M12 2.500v2 M12 19.500v2 M2.5 12h2 M19.5 12h2 M5.3 5.300l1.4 1.4 M17.3 17.300l1.4 1.4 M5.3 18.700l1.4-1.4 M17.3 6.700l1.4-1.4',
)
export const MoonIcon = draw('M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z')
export const AutoIcon = draw('M12 3.500a8.5 8.5 0 1 0 0 17z M12 3.500a8.5 8.5 0 0 1 0 17')
export const DownIcon = draw('M6 9.500l6 6 6-6')
export const RightIcon = draw('M9.5 6l6 6-6 6')
export const OutIcon = draw(
  'M13 5h6v6 M19 5l-8.5 8.5 M17 14v4a1.5 1.5 0 0 1-1.5 1.500h-9A1.5 1.5 0 0 1 5 18V9a1.5 1.5 0 0 1 1.5-1.500h4',
)
export const LeaveIcon = draw(
  'M14 4.500H6.500A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.500H14 M11 12h9 M16.5 8.5 20 12l-3.5 3.5',
)
export const FilterIcon = draw('M4 6h16 M7 12h10 M10 18h4')
export const ClockIcon = draw('M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z M12 7.500V12l3 2')
export const LockIcon = draw(
  'M6.5 11h11A1.5 1.5 0 0 1 19 12.500v6a1.5 1.5 0 0 1-1.5 1.500h-11A1.5 1.5 0 0 1 5 18.500v-6A1.5 1.5 0 0 1 6.5 11z M8 11V8a4 4 0 0 1 8 0v3',
)
export const SplitIcon = draw(
  'M4 12h4l5-5.500h7 M13 17.500h7 M8 12l5 5.5 M17.5 4l2.5 2.500L17.5 9 M17.5 15l2.5 2.5-2.5 2.5',
)
export const SignpostIcon = draw('M9 21V3 M9 5.500h8.500l3 3-3 3H9 M6 21h6')
export const GripIcon = draw('M9 6h.01 M15 6h.01 M9 12h.01 M15 12h.01 M9 18h.01 M15 18h.01')
export const AlertIcon = draw('M12 4 21 19.500H3z M12 10v4.5 M12 17h.01')
export const QuestionIcon = draw(
  'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z M9.7 9.500a2.4 2.4 0 1 1 3.4 2.300c-.7.4-1.1.9-1.1 1.7 M12 16.500h.01',
)
export const ReloadIcon = draw('M19.5 12a7.5 7.5 0 1 1-2.2-5.300L19.5 9 M19.5 4.500V9H15')
export const PulseIcon = draw('M3 12h4l3-7 4 14 3-7h4')
