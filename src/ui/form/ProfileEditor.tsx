import { nationalPhone } from '../../contract/users/phone.ts';
import { ProfileForm } from '../../contract/users/registration.ts';
import type { Profile } from '../../contract/users/user.ts';
import { Button } from '../Button.tsx';
import { toast } from '../feedback/toast.ts';
import { FormErrors } from './FormErrors.tsx';
import { ProfileFields, type ProfileValues } from './ProfileFields.tsx';
import type { Press } from './useForm.ts';
import { type SavedValues, useSavedForm } from './useSavedForm.ts';

type ProfileData = Pick<Profile, 'firstName' | 'lastName' | 'company' | 'phoneNumber' | 'address'>;

function profileValues({ firstName, lastName, company, phoneNumber, address }: Profile): ProfileValues {
  return { firstName, lastName, companyName: company, phoneNumber: nationalPhone(phoneNumber), address };
}

type Props = {
  profile: Profile;
  title: string;
  own: boolean;
  /** Saves what is typed on this device. */
  draft: Parameters<typeof useSavedForm<typeof ProfileForm, ProfileValues, SavedValues>>[2];
  /** @returns the profile as it was saved */
  save: (data: ProfileData) => Promise<Profile>;
};

/** The form that edits a profile; the wire's `company` is the form's `companyName` (§3). */
export function ProfileEditor({ profile, title, own, draft, save }: Props) {
  const form = useSavedForm(ProfileForm, profileValues(profile), draft);

  async function submit({ companyName, ...data }: ProfileForm, press: Press<ProfileValues>) {
    const saved = await save({ company: companyName, ...data });
    if (!press.settle(profileValues(saved))) toast('Profile saved.', { tone: 'good' });
  }
  return (
    <form
      ref={form.ref}
      className="sheet stack"
      noValidate
      onSubmit={form.submit(submit)}
      aria-labelledby="profile"
    >
      <h2 id="profile" className="section-title">
        {title}
      </h2>
      <FormErrors form={form} />
      <ProfileFields field={form.field} own={own} />
      <div className="row" data-to-end="">
        <Button type="submit" variant="primary" busy={form.busy}>
          Save profile
        </Button>
      </div>
    </form>
  );
}
