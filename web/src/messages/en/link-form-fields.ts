/** Fields of a link as the form, problems and imports name them, if not by their names of the API. */
export const text = {
  url: 'Destination',
  domain_id: 'Domain',
  folder_id: 'Folder',
  expires_at: 'Expires on',
  expires_after: 'Click limit',
  expire_url: 'Redirect expired visits to',
  percent: 'Share of variant',
  ios: 'iPhone and iPad',
  android: 'Android',
}
