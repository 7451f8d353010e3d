import {
  type AlertProps,
  type ComboboxProps,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type SelectProps,
} from '@mantine/core'
import { text } from '#messages/shared.ts'

/** The accent color of the product; shade 4 is for text on dark, 6 and 7 are for white text. */
const ember: MantineColorsTuple = [
  '#fdf3ee',
  '#f7e2d8',
  '#f2c3ae',
  '#f2a684',
  '#f08a5d',
  '#dd6b3b',
  '#bf4f26',
  '#b4441c',
  '#8f3415',
  '#702810',
]

/** Slate instead of neutral gray, like the dark background of the public pages. */
const dark: MantineColorsTuple = [
  '#eceae4',
  '#cfd2d8',
  '#9aa3b1',
  '#6f7887',
  '#3b424e',
  '#2c323c',
  '#1d2129',
  '#181c22',
  '#14171c',
  '#0e1014',
]

const closeButtonProps = { 'aria-label': text.close }
const closable = {
  closeButtonProps,
  styles: {
    title: {
      minWidth: 0,
      overflowWrap: 'anywhere',
      fontWeight: 600,
      fontSize: '1.1rem',
      lineHeight: 1.3,
    },
  },
} satisfies Partial<ModalProps>

/** The list of options scrolls itself, because its keys move in it, rather than in a scroll area inside. */
const scrolling = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: '15rem', overflowY: 'auto' } },
} satisfies { defaultProps: Partial<SelectProps>; styles: SelectProps['styles'] }

// Named, not imported: the code of a component is loaded with the page that shows it.
const components = {
  // Long unbreakable text is clipped instead of widening the notice.
  Alert: { styles: { body: { minWidth: 0 } } satisfies AlertProps['styles'] },
  // Options are rendered when a field opens: a form has hundreds.
  Combobox: { defaultProps: { keepMounted: false } satisfies Partial<ComboboxProps> },
  // The placeholder would be a menu item without a name.
  Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies Partial<MenuProps> },
  Select: scrolling,
  MultiSelect: scrolling,
  Modal: { defaultProps: closable },
  Drawer: { defaultProps: closable },
  Notification: { defaultProps: { closeButtonProps } },
}

export const theme = createTheme({
  colors: { ember, dark },
  primaryColor: 'ember',
  primaryShade: { light: 7, dark: 6 },
  black: '#1d2430',
  defaultRadius: 'md',
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  headings: { fontFamily: 'system-ui, sans-serif', fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components,
})

/**
 * Replacements for Mantine's grays with too little contrast (WCAG AA), and background and line
 * colors.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fff',
    '--mantine-color-dimmed': '#5d6675',
    '--mantine-color-placeholder': '#6b7482',
    '--mantine-color-error': '#c0271b',
    '--mantine-color-default-border': '#dcd8ce',
    '--paper': '#f6f5f1',
    '--card': '#fff',
    '--line': '#e2dfd6',
    '--soft': '#5d6675',
    '--accent': '#b4441c',
    '--tint': '#f7e9e2',
    '--good': '#1f6f5f',
  },
  dark: {
    '--mantine-color-body': '#1d2129',
    '--mantine-color-dimmed': '#9aa3b1',
    '--mantine-color-placeholder': '#8d96a4',
    '--mantine-color-error': '#ff8f80',
    '--mantine-color-default': '#181c22',
    '--mantine-color-default-border': '#363d49',
    '--paper': '#14171c',
    '--card': '#1d2129',
    '--line': '#2c323c',
    '--soft': '#9aa3b1',
    '--accent': '#f08a5d',
    '--tint': '#33251f',
    '--good': '#6cc2ac',
  },
})
