import { Migration } from '@mikro-orm/migrations';

/** A card with a title may say why it has no picture. */
export class CardsWithoutPicture extends Migration {
  override up(): void {
    this.addSql(`alter table link_cards drop constraint link_cards_title_check,
      add constraint link_cards_title_check check (title is not null or missing is not null)`);
  }
}
