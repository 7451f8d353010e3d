/** Texts of the bio page and of its profile. */
export const text = {
  title: 'Bio page',
  lead: 'One page for all your links.',
  open: (slug: string) => `Open @${slug}`,
  preview: 'Preview',
  yourPage: 'Your bio page',
  profile: 'Profile',
  saveProfile: 'Save profile',
  profileSaved: 'Profile saved',
  fields: { title: 'Title', subtitle: 'Tagline', email: 'Email', image: 'Image URL' },
  nameOfTeam: 'Name of the team',
  image: 'Image',
  imageFiles: 'A PNG, JPEG or WebP file. You can also drop it here.',
  uploadImage: 'Upload image',
  removeImage: 'Remove image',
  imageTooLarge: 'The image must not be larger than 5 MB.',
}
